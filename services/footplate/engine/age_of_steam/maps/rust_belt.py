"""The Rust Belt board, as facts (AOS-GEO-01 to AOS-GEO-12, tables 2a to 2d).

`COLUMNS` has one string a column from the west, one character a row from the north: `.` plain, `~` river, `^` mountain,
`o` town, `*` printed city, blank lake.
"""

from typing import Final

NAME: Final = "rust_belt"
TITLE: Final = "Rust Belt"

COLUMNS: Final = (
    "..........*",
    "..*.......",
    "*..~...*...",
    " ..~......",
    " ..o~~~~~..",
    "......o.~*",
    "........o~~",
    ".o.o.*....",
    ".     ..o..",
    "     o...*",
    " ..o....o.~",
    " .....o..~",
    "   ..o..*~.",
    "   * ...~o",
    " ... ...~.^",
    "... o..~.^",
    ".*~ ..~~*^^",
    ". o.^*^^^^",
)

CITIES: Final = (
    # name, hex, colour, display column, cubes at set-up (table 2a)
    ("Chicago", "L7", "red", "light-1", 2),
    ("St. Louis", "T5", "red", "light-2", 2),
    ("Kansas City", "U0", "purple", "light-3", 2),
    ("Des Moines", "O2", "blue", "light-4", 2),
    ("Minneapolis", "F1", "blue", "light-5", 2),
    ("Duluth", "A2", "purple", "light-6", 2),
    ("Evansville", "T9", "blue", "dark-1", 2),
    ("Cincinnati", "Q12", "blue", "dark-2", 2),
    ("Detroit", "H13", "red", "dark-3", 2),
    ("Wheeling", "Q16", "yellow", "dark-4", 3),
    ("Pittsburgh", "L17", "red", "dark-5", 3),
    ("Toronto", "C16", "yellow", "dark-6", 2),
)

TOWNS: Final = (
    ("Buffalo", "F17"),
    ("Cleveland", "J15"),
    ("Fort Wayne", "N11"),
    ("Grand Rapids", "G10"),
    ("Green Bay", "D7"),
    ("Indianapolis", "Q10"),
    ("La Crosse", "G4"),
    ("Lexington", "T13"),
    ("Michigan City", "L9"),
    ("Milwaukee", "H7"),
    ("Rock Island", "N5"),
    ("Springfield", "Q6"),
    ("Terre Haute", "Q8"),
    ("Toledo", "K12"),
)

SETUP_FIRST: Final = (10, 9)
"""Pittsburgh and Wheeling, as indexes of CITIES: served before the others (AOS-SETUP-03, AOS-SETUP-04)."""

RIVER_COURSES: Final = (
    # hex, the two edges the printed river crosses: for drawing only (AOS-GEO-08)
    ("G2", 2, 5),
    ("H3", 2, 5),
    ("I4", 3, 5),
    ("K4", 0, 3),
    ("M4", 0, 3),
    ("O4", 0, 3),
    ("Q4", 0, 2),
    ("R5", 2, 5),
    ("S6", 3, 5),
    ("U6", 0, 3),
    ("U10", 1, 4),
    ("T11", 1, 4),
    ("S12", 1, 4),
    ("R13", 1, 4),
    ("Q14", 1, 4),
    ("P15", 1, 4),
    ("E16", 1, 3),
    ("M16", 1, 3),
    ("O16", 0, 4),
)

OPTIONAL_LAKE: Final = "A8"
"""The hex that a later redraw shows as lake (AOS-GEO-07, option `hex_a8`)."""
