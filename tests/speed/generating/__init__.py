"""How `tests.speed.generated` makes up a club: people, their calendar, their games, and the rows these leave."""
