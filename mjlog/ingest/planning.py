"""Inputs divided into tasks of a sensible size, so that all workers end together."""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Final

from mjlog.ingest.known import Known
from mjlog.ingest.reading import stem
from mjlog.ingest.sources import Input

LARGEST: Final = 64 << 20
SMALLEST: Final = 16 << 20
"""A task weighs between these: of Tenhou's gzip files some 2,000 to 8,000."""

_AHEAD: Final = 4 * LARGEST
"""Inputs are listed this far ahead."""
_OVERHEAD: Final = 2048
"""What an input weighs besides its bytes."""
_IN_MEMORY: Final = 4
"""Bytes already in memory weigh more than those on disk, which are mostly compressed."""
_LISTED_AT_ONCE: Final = 1000
_PARTNERS: Final = 8


class Plan:
    """Tasks from inputs, listed no further ahead than their sizes need.

    Args:
        inputs: what to read, lazily.
        done: inputs of earlier runs, which are passed over; grows by those of this one.

    Attributes:
        workers: how many do the tasks; several share what lies ahead in ever smaller tasks.
        listed: inputs found so far that are to be read.
        passed_over: inputs found so far that were read before.
        complete: whether ``listed`` is all there is.
    """

    def __init__(self, inputs: Iterator[Input], done: Known) -> None:
        self._inputs = inputs
        self._done = done
        self._waiting: deque[Input] = deque()
        self._weight = 0
        self.workers = 1
        self.listed = 0
        self.passed_over = 0
        self.complete = False

    def weight_ahead(self) -> int:
        """Roughly the bytes to read, as far as they are worth looking ahead."""
        while not self.complete and self._weight < _AHEAD:
            self._list()
        return self._weight

    def __iter__(self) -> Iterator[tuple[Input, ...]]:
        """The tasks, in the order of the inputs."""
        while (ahead := self.weight_ahead()) or self._waiting:
            share = ahead if self.workers == 1 else ahead // (2 * self.workers)
            yield self._take(max(min(share, LARGEST), SMALLEST))

    def _take(self, most: int) -> tuple[Input, ...]:
        task: list[Input] = []
        weight = 0
        while self._waiting and (weight < most or _are_partners(task, self._waiting[0])):
            task.append(self._waiting.popleft())
            weight += _weight(task[-1])
        self._weight -= weight
        return tuple(task)

    def _list(self) -> None:
        found = list(islice(self._inputs, _LISTED_AT_ONCE))
        named: dict[tuple[object, ...], Input] = {}
        for each in found:
            named.setdefault(identity(each), each)
        keys = list(named)
        met = self._done.met(keys)
        fresh = [named[key] for key, known in zip(keys, met, strict=True) if not (known and named[key].rereadable)]
        self._done.add(keys)
        self._waiting.extend(fresh)
        self._weight += sum(map(_weight, fresh))
        self.listed += len(fresh)
        self.passed_over += len(found) - len(fresh)
        self.complete = not found


def identity(each: Input) -> tuple[object, ...]:
    """What makes an input the one that was read before: its name, size and time."""
    return (each.source, each.member, each.size, each.modified)


def _weight(each: Input) -> int:
    return _OVERHEAD + each.size * (1 if each.content is None else _IN_MEMORY)


def _are_partners(task: list[Input], following: Input) -> bool:
    """Whether an input belongs to the last one taken (``x.json`` and ``x.bin``) and must be read with it."""
    near = [stem(each.source, each.member) for each in task[-_PARTNERS:]]
    return near[-1] == stem(following.source, following.member) and len(set(near)) > 1
