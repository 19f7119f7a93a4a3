"""Which evenings the laws of the ladder are tried on."""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st

from tests.engine.movement.ladder_parties import Evening
from whistclub.engine.movement.protocol import PartnerChange, Policy, TopTablePartners

LAW = settings(max_examples=30, deadline=None)

POLICIES = st.builds(
    Policy,
    swap=st.sampled_from(PartnerChange),
    top=st.sampled_from(TopTablePartners),
    one_table=st.sampled_from(TopTablePartners),
)
SEEDS = st.integers(0, 2**32)
# Most cases of a rule are seen at a few tables; a hundred tables are tried as well.
TABLES = st.one_of(*[st.integers(1, 6)] * 3, st.integers(7, 100))
SIZES = st.one_of(*[st.integers(4, 30)] * 3, st.integers(31, 400))

full = st.builds(Evening, SEEDS, TABLES.map(lambda tables: 4 * tables), policy=POLICIES)
pure = st.builds(Evening, SEEDS, SIZES, policy=POLICIES)
stirred = st.builds(Evening, SEEDS, SIZES.map(lambda size: max(size, 8)), policy=POLICIES, events=st.just(True))
mixed = st.builds(
    Evening,
    SEEDS,
    SIZES.map(lambda size: max(size, 8)),
    policy=POLICIES,
    mixed=st.just(True),
    events=st.booleans(),
)
paired = st.builds(
    Evening,
    SEEDS,
    SIZES.map(lambda size: max(size, 8) // 2 * 2),
    policy=POLICIES,
    pairs=st.just(True),
    events=st.booleans(),
)
overridden = stirred.map(lambda evening: replace(evening, overrides=True))
undisturbed = st.one_of(pure, stirred, mixed, paired)
every = st.one_of(undisturbed, overridden)
