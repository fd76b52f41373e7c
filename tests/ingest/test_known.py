from hypothesis import given
from hypothesis import strategies as st

from mjlog.ingest.known import Known


@given(st.lists(st.lists(st.text(max_size=3), max_size=8), max_size=12), st.lists(st.text(max_size=3), max_size=8))
def test_it_knows_what_was_added_and_nothing_else(batches, asked):
    known = Known()
    for batch in batches:
        known.add(batch)
    everything = {thing for batch in batches for thing in batch}
    assert known.met(asked).tolist() == [thing in everything for thing in asked]


def test_eight_bytes_a_thing():
    known = Known()
    for start in range(0, 100_000, 1000):
        known.add(range(start, start + 1000))
    assert sum(run.nbytes for run in known._runs) == 800_000
    assert len(known._runs) < 12
    assert known.met([0, 99_999, 100_000]).tolist() == [True, True, False]
