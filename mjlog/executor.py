"""Where batches run: in this process and further local ones, or on a Dask cluster, all as a standard ``Executor``.

A task is a picklable value and a function of a module, so that nothing else need change for another engine. Local
processes are spawned, never forked (polars' threads do not survive a fork), with one polars thread each: on batches of
logs, two processes of one thread are twice as fast as one, two threads in one process only a fifth faster.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from multiprocessing import connection, get_context, parent_process
from typing import Any, Final, TypeVar

KINDS: Final = ("local", "dask")

_AHEAD: Final = 8
"""Tasks under way for each of several processes."""

_THREADS: Final = "POLARS_MAX_THREADS"
_T = TypeVar("_T")
_R = TypeVar("_R")


class ExecutorError(Exception):
    """Batches cannot be run as asked, or the processes that ran them died."""


class InProcess(Executor):
    """Runs each task at once, here."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the task and return its result, or the exception it ended with."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:  # noqa: BLE001 -- a future carries whatever happened
            future.set_exception(problem)
        return future


class Sharing(Executor):
    """Gives tasks to other processes, and does one here when those have enough to do.

    So this process works while the others start, and none waits for it. :meth:`submit` returns when the task is handed
    over, or done.
    """

    def __init__(self, others: Executor, count: int) -> None:
        self._others = others
        self._enough = 2 * count
        self._given: set[Future[Any]] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have the task done, here or elsewhere."""
        self._given = {future for future in self._given if not future.done()}
        if len(self._given) >= self._enough:
            return InProcess().submit(fn, *args, **kwargs)
        future = self._others.submit(fn, *args, **kwargs)
        self._given.add(future)
        return future


def ahead_of(workers: int) -> int:
    """How many tasks may be under way: for one process the one it does."""
    return 1 if workers <= 1 else _AHEAD * workers


def cpu_count() -> int:
    """How many processors this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def require(kind: str) -> None:
    """Nothing, if batches can be run so.

    Raises:
        ExecutorError: Dask is not installed.
    """
    if kind == "dask" and find_spec("distributed") is None:
        raise ExecutorError("Dask is not installed: pip install 'mjlog[cluster]'")


@contextmanager
def executor(kind: str = "local", workers: int = 1) -> Iterator[Executor]:
    """An executor, ended with the block; what still runs is stopped when the block is left by an exception.

    Args:
        kind: ``local``, or ``dask`` for the cluster that Dask's own configuration names (else one on this machine).
        workers: local processes, this one among them.

    Raises:
        ExecutorError: Dask is not installed.
    """
    if kind == "dask":
        with _dask(workers) as cluster:
            yield cluster
    elif workers <= 1:
        yield InProcess()
    else:
        with _pool(workers - 1) as pool:
            yield Sharing(pool, workers - 1)


def in_order(executor: Executor, function: Callable[[_T], _R], tasks: Iterable[_T], ahead: int) -> Iterator[_R]:
    """Results of tasks in the order of the tasks, each as soon as it and those before it are there.

    At most ``ahead`` tasks are under way; many, so that a process that shares the work need not wait for a slow one.

    Raises:
        ExecutorError: a worker process died (killed, or out of memory).
    """
    running: deque[Future[_R]] = deque()
    try:
        for task in tasks:
            running.append(executor.submit(function, task))
            while running and (running[0].done() or len(running) >= ahead):
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    except BrokenExecutor as problem:
        raise ExecutorError(
            f"a worker process ended abruptly ({problem}); was it killed, or memory short?"
        ) from problem


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Spawned processes of one polars thread each; its environment is read when polars is first imported there."""
    before = os.environ.get(_THREADS)
    os.environ[_THREADS] = "1"
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_in_worker)
    try:
        yield pool
    except BaseException:
        running = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.kill()
        raise
    finally:
        pool.shutdown()
        if before is None:
            del os.environ[_THREADS]
        else:
            os.environ[_THREADS] = before


def _in_worker() -> None:
    """Leave Ctrl-C to the parent, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def _dask(workers: int) -> Iterator[Executor]:
    require("dask")
    from distributed import Client  # noqa: PLC0415 -- an extra

    before = os.environ.get(_THREADS)
    os.environ[_THREADS] = "1"
    address = os.environ.get("DASK_SCHEDULER_ADDRESS")
    local = {} if address else {"n_workers": max(workers, 1), "threads_per_worker": 1}
    try:
        with Client(address, **local) as client, client.get_executor() as cluster:
            yield cluster
    finally:
        if before is None:
            os.environ.pop(_THREADS, None)
        else:
            os.environ[_THREADS] = before
