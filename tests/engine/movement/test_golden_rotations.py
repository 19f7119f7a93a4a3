"""Twenty-one parties, worked out independently of this program."""

import json
from collections import Counter

import pytest

from tests.engine.movement.ladder_parties import PARTIES, replayed
from whistclub.engine.movement.protocol import table_of
from whistclub.engine.movement.seating import effective_counts

each_party = pytest.mark.parametrize("party", PARTIES, ids=[party["title"] for party in PARTIES])


def as_json(tables):
    return json.loads(json.dumps([table.pairs for table in tables]))


@each_party
def test_party_rounds_match_the_golden_file(party):
    for entry, seating, _played in replayed(party):
        assert (as_json(seating.tables), list(seating.sitting_out)) == (entry["tables"], entry["bench"]), entry["round"]
        assert all(table == table_of(*table.pairs) for table in seating.tables)


@each_party
def test_party_sit_outs_match_the_golden_file(party):
    history = [played for _entry, _seating, played in replayed(party)]
    sat = Counter(person for played in history for person in played.sitting_out)
    expected = {int(person): count for person, count in party["sits"].items()}
    assert {person: sat[person] for person in expected} == expected
    # Nobody in these parties comes later than the others had sat out, so that the effective counts are the plain ones.
    there = [*history[-1].seated, *history[-1].sitting_out]
    assert effective_counts(there, history) == {person: expected[person] for person in there}
