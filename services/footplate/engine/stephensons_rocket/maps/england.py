"""The England board, as facts (SR-BRD-01 to SR-BRD-09, tables T1 to T3).

`COLUMNS` has one string a column from the west, one character a row from the north: `.` land, `~` sea or board edge.
"""

from typing import Final

NAME: Final = "england"
TITLE: Final = "England"

COLUMNS: Final = (
    "~.........~~....~",
    "..........~.....~",
    ".................",
    "................~",
    "................~",
    "................~",
    "................~",
    "................~",
    "................~",
    "................~",
    "~................",
    "~~..............~",
    "~~~~~~...........",
    "~~~~~.......~...~",
    "~~~~~.......~~..~",
    "~~~~~......~~~.~~",
    "~~~~~~....~~~~~~~",
)

COMPANIES: Final = (
    # code, name, colour, start town, hex (table T1)
    ("NER", "North Eastern Railway", "white", "York", "0800"),
    ("L&Y", "Lancashire & Yorkshire Railway", "purple", "Liverpool", "0001"),
    ("LNWR", "London & North Western Railway", "red", "Stoke", "0204"),
    ("GER", "Great Eastern Railway", "blue", "Norwich", "1407"),
    ("GWR", "Great Western Railway", "green", "Bristol", "0012"),
    ("LSWR", "London & South Western Railway", "orange", "Southampton", "0515"),
    ("SER", "South Eastern Railway", "yellow", "Dover", "1514"),
)

CITIES: Final = (
    # name, hex, tokens of leather, steel, textile, brewery (table T3)
    ("Birmingham", "0306", (0, 2, 0, 1)),
    ("Brighton", "1016", (2, 1, 0, 0)),
    ("Cambridge", "1209", (1, 0, 0, 2)),
    ("Gloucester", "0210", (0, 2, 1, 0)),
    ("Guildford", "0814", (2, 0, 1, 0)),
    ("Hertford", "1110", (0, 1, 2, 0)),
    ("London", "1013", (0, 0, 1, 2)),
    ("Manchester", "0301", (0, 0, 2, 1)),
    ("Northampton", "0708", (2, 0, 0, 1)),
    ("Nottingham", "0805", (1, 0, 2, 0)),
    ("Reading", "0613", (0, 1, 0, 2)),
    ("Sheffield", "0602", (1, 2, 0, 0)),
)

RAILWAY_TOWNS: Final = (
    ("Ashford", "1214"),
    ("Aylesbury", "0811"),
    ("Derby", "0504"),
    ("Leeds", "0400"),
    ("Lincoln", "0902"),
    ("Oxford", "0510"),
    ("Peterborough", "1007"),
    ("Rugby", "0607"),
    ("Salisbury", "0312"),
)
