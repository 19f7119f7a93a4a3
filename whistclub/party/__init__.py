"""An evening of many tables: who is there, who sits where in each round and why, results, standings, the end.

Calls play for everything that happens at a table. Movements, standings and payments are the engine's.

Words:
    fixed table: the one at which a player stays
    sign-up list: names that people type on their phones; the organiser checks them in
    undo, withdrawn: the organiser undoes a round; wall and phones say that it was withdrawn
    entry fee, pot, shares: what each person pays; all fees; how those go to places
"""
