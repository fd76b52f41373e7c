from itertools import pairwise

from mjlog.ingest import planning
from mjlog.ingest.known import Known
from mjlog.ingest.planning import LARGEST, Plan, identity
from mjlog.ingest.sources import STDIN, Input


def inputs(count, size=6000, name="{:06}.mjlog"):
    return [Input(text, text, size=size) for text in (name.format(number) for number in range(count))]


def plan(things, done=None):
    return Plan(iter(things), done or Known())


def test_every_input_is_in_one_task_in_order():
    things = inputs(30_000)
    assert [each for task in plan(things) for each in task] == things


def test_tasks_shrink_towards_the_end_so_that_workers_end_together():
    shared = plan(inputs(60_000))
    shared.workers = 2
    sizes = [len(task) for task in shared]
    assert max(sizes) * (6000 + 2048) < LARGEST + 10_000
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-2] < sizes[0] / 3


def test_one_worker_takes_all_it_can():
    sizes = [len(task) for task in plan(inputs(20_000))]
    assert len(sizes) == 3
    assert sizes[0] == sizes[1] > 8000


def test_little_work_is_one_task():
    assert len(list(plan(inputs(500)))) == 1
    assert list(plan([])) == []


def test_listing_goes_no_further_ahead_than_sizes_need():
    listed = 0

    def endless():
        nonlocal listed
        while True:
            listed += 1
            yield Input(str(listed), str(listed), size=1 << 20)

    next(iter(Plan(endless(), Known())))
    assert listed < 3000


def test_what_was_read_before_is_passed_over_unless_it_changed():
    things = inputs(10)
    done = Known()
    done.add([identity(each) for each in things[:6]])
    changed = Input(things[0].path, things[0].source, size=1)
    left = plan([changed, *things], done)
    assert [each for task in left for each in task] == [changed, *things[6:]]
    assert (left.listed, left.passed_over) == (5, 6)


def test_a_file_named_twice_is_read_once():
    things = inputs(3)
    again = plan(things + things)
    assert [each for task in again for each in task] == things


def test_standard_input_is_always_read():
    stdin = Input(STDIN, STDIN, size=5, content=b"12345")
    done = Known()
    done.add([identity(stdin)])
    assert list(plan([stdin], done)) == [(stdin,)]


def test_partners_are_never_divided():
    things = []
    for number in range(12_000):
        things += [Input(f"{number:05}.{kind}", f"{number:05}.{kind}", size=3000) for kind in ("bin", "json")]
    shared = plan(things)
    shared.workers = 2
    tasks = list(shared)
    assert len(tasks) > 3
    assert all(task[-1].source.endswith("json") for task in tasks)


def test_names_without_a_suffix_and_names_all_alike_do_not_make_one_endless_task(monkeypatch):
    monkeypatch.setattr(planning, "SMALLEST", 100_000)
    monkeypatch.setattr(planning, "LARGEST", 1_000_000)
    for name in ("{:06}", "same.{:06}"):
        tasks = list(plan(inputs(3000, name=name)))
        assert all(len(one) >= len(other) for one, other in pairwise(tasks))
        assert len(tasks) > 5
