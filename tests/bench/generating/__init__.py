"""How `tests.bench.generated` makes up a club: people, their calendar, their games, and the rows these leave."""
