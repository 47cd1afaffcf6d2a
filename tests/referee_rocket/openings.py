"""Main actions, mostly of worked examples, from which random play goes on into what it would hardly find by itself."""

OPENINGS: dict[str, tuple[str, ...]] = {
    "two-line ban": (
        *("extend NER 0700", "extend L&Y 0100", "extend NER 0601", "extend L&Y 0200"),
        *("extend NER 0500", "extend L&Y 0300", "extend LNWR 0303", "token Reading brewery"),
        *("extend LNWR 0302", "token Reading steel", "extend LNWR 0402", "token Reading brewery"),
        *("extend LNWR 0501", "extend NER 0401"),
    ),
    "isolated with moves left": (
        *("extend GWR 0111", "token London brewery", "extend GWR 0211", "token London brewery"),
        *("extend GWR 0311", "token London textile", "extend GWR 0412", "token Hertford textile"),
        *("extend GWR 0413", "token Hertford textile", "extend GWR 0313", "token Hertford steel"),
        *("extend GWR 0314", "token Sheffield steel", "extend GWR 0215", "token Sheffield steel"),
    ),
    "no exit": (
        *("extend GER 1408", "extend LSWR 0615", "extend GER 1409", "extend LSWR 0715"),
        *("extend GER 1410", "extend LSWR 0815", "extend GER 1411", "extend LSWR 0915"),
        *("extend GER 1311", "extend LSWR 1015", "extend GER 1212", "extend LSWR 1115"),
        *("extend GER 1213", "extend LSWR 1215", "extend GER 1313", "extend LSWR 1315"),
        "extend GER 1414",
    ),
}
"""By name: an isolated line absorbs and is absorbed (SR-EX-25); one goes on without shares to draw (SR-EX-29);
two lines close both exits of Dover, where the locomotive that never moved is isolated, or absorbs if it is a line."""
