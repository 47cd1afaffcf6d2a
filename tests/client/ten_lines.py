"""A bot in ten lines: `python ten_lines.py RULES_ADDRESS LOBBY_ADDRESS`. The README shows it, a test runs it."""

import random
import sys

from footplate import client

with client.connect(*sys.argv[1:3]) as house:
    house.accounts.register(f"Dicey {random.randrange(10**6)}", bot=True)
    table = house.tables.open("age_of_steam", seats=3)
    house.tables.add_bot(table.table_id, "greedy")
    house.tables.add_bot(table.table_id, "uniform")
    match_id = house.tables.start(table.table_id)
    end = house.play_match(match_id, lambda turn: random.choice(turn.legal_actions()))
    print(end.outcome)
