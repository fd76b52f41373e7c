import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future
from contextlib import suppress
from pathlib import Path

import pytest

from mjlog.executor import ExecutorError, InProcess, cpu_count, executor, in_order


def threads_of_polars(_):
    import polars as pl  # noqa: PLC0415 -- in the worker

    return os.getpid(), pl.thread_pool_size()


def end_abruptly(_):
    os._exit(9)


def sleep_and_return(task):
    delay, value = task
    time.sleep(delay)
    return value


def fail(_):
    raise ValueError("as asked")


def test_a_task_runs_here_and_its_failure_is_the_futures():
    with executor(workers=1) as here:
        assert isinstance(here, InProcess)
        assert here.submit(os.getpid).result() == os.getpid()
        future = here.submit(fail, 1)
        assert isinstance(future, Future)
        with pytest.raises(ValueError, match="as asked"):
            future.result()


def test_processes_have_one_thread_of_polars_each_and_this_one_keeps_its_own():
    before = os.environ.get("POLARS_MAX_THREADS")
    with executor(workers=2) as pool:
        found = list(in_order(pool, threads_of_polars, range(8), ahead=4))
    others = {threads for pid, threads in found if pid != os.getpid()}
    assert others == {1}
    assert os.environ.get("POLARS_MAX_THREADS") == before


def test_this_process_does_its_share_and_no_other_waits_for_it():
    with executor(workers=2) as pool:
        pool.submit(abs, 1).result()
        pids = list(in_order(pool, where, [0.1] * 12, ahead=4))
    assert pids[0] != os.getpid()
    assert set(pids) == {pids[0], os.getpid()}


def where(delay):
    time.sleep(delay)
    return os.getpid()


def test_results_come_in_the_order_of_the_tasks_whoever_is_faster():
    with executor(workers=2) as pool:
        tasks = [(0.2, "slow"), (0, "fast"), (0.1, "middling"), (0, "last")]
        assert list(in_order(pool, sleep_and_return, tasks, ahead=3)) == ["slow", "fast", "middling", "last"]


class Never(Executor):
    """Takes tasks and does none before ``begin``."""

    def __init__(self):
        self.waiting = []

    def submit(self, fn, /, *args):
        self.waiting.append((future := Future(), fn, args))
        return future

    def begin(self):
        for future, fn, args in self.waiting:
            future.set_result(fn(*args))


def test_no_more_tasks_are_made_than_may_be_under_way():
    made, idle = [], Never()

    def tasks():
        for number in range(10):
            made.append(number)
            if number == 3:
                threading.Timer(0.2, idle.begin).start()
            yield number

    results = in_order(idle, abs, tasks(), ahead=4)
    assert next(results) == 0
    assert made == [0, 1, 2, 3]


def test_a_result_is_given_as_soon_as_it_and_those_before_it_are_there():
    made = []

    def tasks():
        for number in range(10):
            made.append(number)
            yield number

    results = in_order(InProcess(), abs, tasks(), ahead=4)
    assert next(results) == 0
    assert made == [0]


def test_a_worker_that_dies_is_an_error_in_words():
    with pytest.raises(ExecutorError, match="a worker process ended abruptly"), executor(workers=2) as pool:
        list(in_order(pool, end_abruptly, range(3), ahead=2))


def test_leaving_by_an_exception_stops_what_still_runs():
    with suppress(KeyboardInterrupt), executor(workers=2) as pool:
        worker = pool.submit(os.getpid).result()
        pool.submit(sleep_and_return, (60, None))
        raise KeyboardInterrupt
    assert ends(worker)


def test_workers_do_not_outlive_a_killed_parent(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, sys, time\n"
        "from mjlog.executor import executor\n"
        "if __name__ == '__main__':\n"
        "    with executor(workers=2) as pool:\n"
        "        print(pool.submit(os.getpid).result(), flush=True)\n"
        "        time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    worker = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert ends(worker)


def ends(pid):
    """Whether a process ends soon; if not, it is ended."""
    for _ in range(100):
        if not is_alive(pid):
            return True
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    return False


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_dask_is_asked_for_by_name_when_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ExecutorError, match=r"pip install 'mjlog\[cluster\]'"), executor("dask"):
        pass


def test_dask_gives_the_same_interface():
    pytest.importorskip("distributed", reason="Dask is not installed")
    with executor("dask", workers=1) as cluster:
        assert list(in_order(cluster, abs, [-1, -2], ahead=2)) == [1, 2]


def test_the_processors_of_this_process_are_counted():
    assert 1 <= cpu_count() <= (os.cpu_count() or 1)
