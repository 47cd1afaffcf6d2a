"""A house and a client of it."""

from collections.abc import Iterator

import pytest

from footplate.client import Client, connect
from tests.client.house import House, open_house


@pytest.fixture
def house() -> Iterator[House]:
    with open_house() as opened:
        yield opened


@pytest.fixture
def client(house: House) -> Iterator[Client]:
    with connect(house.address, token="good", patience=5) as opened:
        yield opened
