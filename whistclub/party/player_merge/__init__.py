"""Merge two players who are the same person, and separate them again."""
