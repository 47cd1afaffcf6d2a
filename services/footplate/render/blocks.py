"""Blocks of styled lines put together: side by side, one below another, cut or folded to a width."""

from collections.abc import Sequence

from footplate.render.spans import PLAIN, Line, Lines, Span, text_of, width_of


def padded(line: Sequence[Span], width: int) -> Line:
    """A line filled up with blanks, or cut off with an ellipsis, to exactly this width."""
    length = len(text_of(line))
    if length <= width:
        return [*line, Span(" " * (width - length))] if length < width else list(line)
    return [*_first(line, width - 1), Span("…", PLAIN)]


def _first(line: Sequence[Span], count: int) -> Line:
    kept: Line = []
    for span in line:
        if count <= 0:
            break
        kept.append(Span(span.text[:count], span.style))
        count -= len(span.text)
    return kept


def beside(left: Sequence[Line], right: Sequence[Line], gap: int) -> Lines:
    """Two blocks next to each other, level at the top."""
    width, height = width_of(left) + gap, max(len(left), len(right))
    return [
        [*padded(left[row], width), *right[row]] if row < len(right) else list(left[row])
        for row in range(height)
        if row < len(left)
    ] + [[Span(" " * width), *line] for line in right[len(left) :]]


def stacked(blocks: Sequence[Sequence[Line]]) -> Lines:
    """Blocks below each other with an empty line between; empty blocks leave no gap."""
    lines: Lines = []
    for block in blocks:
        if block:
            lines += [[], *block] if lines else block
    return lines


def folded(line: Sequence[Span], width: int, indent: int = 2) -> Lines:
    """A line broken at blanks into lines no wider than this; those after the first are indented."""
    lines: Lines = [[]]
    for word in _words(line):
        if len(text_of([*lines[-1], *word])) <= width:
            lines[-1] += word
        elif lines[-1]:
            lines.append([Span(" " * indent), *_unled(word)])
        else:
            lines[-1] = _unled(word)
    return [row if len(text_of(row)) <= width else padded(row, width) for row in lines]


def _unled(word: Line) -> Line:
    """A word without the blanks before it."""
    while word and not word[0].text.strip():
        word = word[1:]
    return [Span(word[0].text.lstrip(), word[0].style), *word[1:]] if word else []


def _words(line: Sequence[Span]) -> list[Line]:
    """The words of a line, each with the blanks before it; a word may change its style inside."""
    words: list[Line] = []
    for span in line:
        for char in span.text:
            if not words or (char == " " and not text_of(words[-1]).isspace()):
                words.append([])
            word = words[-1]
            if word and word[-1].style == span.style:
                word[-1] = Span(word[-1].text + char, span.style)
            else:
                word.append(Span(char, span.style))
    return words
