"""Main actions of worked examples, from which random play goes on into what it would hardly find by itself."""

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
}
"""By name: an isolated line absorbs and is absorbed (SR-EX-25); one goes on without shares to draw (SR-EX-29)."""
