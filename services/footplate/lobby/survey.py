"""All tables of a status, for whoever has to make up for lost events, and the count of them for the metrics page."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Final

from footplate.domain.errors import StoreUnavailable
from footplate.domain.table import Status, Table
from footplate.lobby.ports import Listing, TableStore
from footplate.runtime import metrics

logger = logging.getLogger(__name__)

_PAGE: Final = 200


async def tables_that_are(store: TableStore, status: Status) -> AsyncIterator[Table]:
    """Every table of a status, the newest first. Raises StoreUnavailable."""
    below = 0
    while True:
        page = await store.page(Listing((status,), "", "", below, _PAGE))
        for table in page.tables:
            yield table
        below = page.last
        if not below:
            return


async def keep_count(store: TableStore, seconds: float) -> None:
    """Counts the tables for the metrics page now and then, for as long as it is not cancelled."""
    while True:
        try:
            for status, count in (await store.count()).items():
                metrics.TABLES.labels(status.value).set(count)
        except StoreUnavailable as error:
            logger.info("tables not counted: %s", error)
        await asyncio.sleep(seconds)
