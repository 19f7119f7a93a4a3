"""The bin of a club: players who never played, games, parties, rule sets and photos, for 30 days."""
