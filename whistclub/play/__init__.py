"""One table of people playing: game, seats, hands. The only writer of hands.

A kitchen-table game needs nothing above this package.

Words:
    waiting entry: what a phone keeps until it is sent
    concede: a side gives up the game
    drill-down: the hands behind a number
"""
