"""Statistics of clubs: facts about finished games and parties, and the pages made from them.

`play` and `party` push finished games and parties down; `stats` never imports them. It knows clubs and players only.

Words:
    measure: one statistic
    sample: what it is taken from
    interval: its 95 % likely range
"""
