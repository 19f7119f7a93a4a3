"""One table of people playing: game, seats, hands. The only writer of hands.

A kitchen-table game needs nothing above this package. May import club, accounts, web and engine.
"""
