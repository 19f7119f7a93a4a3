"""What finished games and parties say about players: facts, ratings, sums of facts, and the pages that show them.

It is told by those who know (games by play, parties by party) and asks nobody: it knows clubs and players only, and
names a game or a party by its public code.
"""
