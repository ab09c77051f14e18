"""The lines that two versions of a file share, found in work that grows with their number.

Long stretches are split at the lines that occur as often in both; what lies between these, and is
short, is compared line by line.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher
from itertools import chain

from jaxlint.source.text import common_ends

# Lines of a stretch that difflib compares: the steps that it takes may be their number cubed.
_SHORT = 64
Lines = Sequence[bytes]
Pair = tuple[int, int]


class Matcher(SequenceMatcher[bytes]):
    """The matcher of difflib, in linear work; which lines stay need not be the most there could be.

    It is given the lines before and after a change, with their ends.
    """

    def __init__(self, old: Lines, new: Lines) -> None:
        super().__init__(None, old, new, autojunk=False)
        self._old, self._new = old, new

    def get_matching_blocks(self) -> list[Match]:
        """Return the runs of lines that stay, in order, and an empty one at the end."""
        blocks: list[Match] = []
        for one, other in _stay(self._old, self._new):
            last = blocks[-1] if blocks else Match(0, 0, 0)
            if (one, other) == (last.a + last.size, last.b + last.size):
                blocks[-1:] = [last._replace(size=last.size + 1)]
            else:
                blocks.append(Match(one, other, 1))
        return [*blocks, Match(len(self._old), len(self._new), 0)]


def _stay(old: Lines, new: Lines) -> Iterator[Pair]:
    """Yield the numbers of the lines that stay, before and after, in order."""
    before = (-1, -1)
    for anchor in chain(_anchors(old, new), [(len(old), len(new))]):
        start = (before[0] + 1, before[1] + 1)
        between = _between(old[start[0] : anchor[0]], new[start[1] : anchor[1]])
        yield from ((start[0] + one, start[1] + other) for one, other in between)
        if anchor != (len(old), len(new)):
            yield anchor
        before = anchor


def _between(old: Lines, new: Lines) -> Iterator[Pair]:
    """Yield the lines that stay of a stretch: those at its ends, and if it is short, all."""
    if max(len(old), len(new)) <= _SHORT:
        for one, other, size in SequenceMatcher(
            None, old, new, autojunk=False
        ).get_matching_blocks():
            yield from ((one + n, other + n) for n in range(size))
    else:
        first, last = common_ends(old, new)
        yield from ((n, n) for n in range(first))
        yield from ((len(old) - n, len(new) - n) for n in range(last, 0, -1))


def _anchors(old: Lines, new: Lines) -> list[Pair]:
    """The lines that occur as often before as after, as many as stay in order; none of short texts.

    Of several that are alike the first is taken for the first.
    """
    if max(len(old), len(new)) <= _SHORT:
        return []
    often, left = Counter(old), Counter(new)
    places: dict[bytes, deque[int]] = defaultdict(deque)
    for number, line in enumerate(new):
        places[line].append(number)
    alike = (number for number, line in enumerate(old) if often[line] == left[line])
    return _in_order([(number, places[old[number]].popleft()) for number in alike])


def _in_order(pairs: Sequence[Pair]) -> list[Pair]:
    """The most of the pairs, which rise in the first number, that rise in the second as well."""
    ends: list[int] = []  # of the chains found so far, one of each length, the lowest
    length: list[int] = []
    for _, other in pairs:
        at = bisect_left(ends, other)
        ends[at : at + 1] = [other]
        length.append(at)
    found: list[Pair] = []
    wanted = len(ends) - 1
    for pair, at in zip(reversed(pairs), reversed(length), strict=True):
        if at == wanted:
            found.append(pair)
            wanted -= 1
    return found[::-1]
