"""How fast the rules service is."""

import asyncio
from typing import Any

from footplate.cli.bench.calls import CLIENTS, Bench
from footplate.cli.bench.cold import cold_load
from footplate.cli.bench.processes import stage
from footplate.cli.bench.soak import by_length, soak


def service_figures(game_id: str, submits: int, *, long: bool) -> dict[str, Any]:
    """SubmitAction beside the bare append, the cold load, early and late actions; `long`: the memory as well."""
    with stage() as where:
        bench = Bench(where, game_id)
        size = bench.size_of_append()
        figures: dict[str, Any] = {"append_bytes": size, "one_client": bench.one_client(submits, size)}
        figures[f"{CLIENTS}_clients"] = asyncio.run(bench.many_clients(max(4, submits // 60), size))
        figures["cold_load"] = cold_load(where, game_id)
        figures["by_length"] = by_length(where, bench, game_id)
        if long:
            figures["memory"] = soak(where, bench)
        return figures
