"""Statistics of clubs: facts about finished games and parties, and the pages made from them.

`play` and `party` push finished games and parties down; `stats` never imports them. It knows clubs and players only.
"""
