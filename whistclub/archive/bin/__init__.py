"""The bin of a club: players who never played, games, parties and rule sets, for 30 days."""
