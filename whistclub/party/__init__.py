"""An evening of many tables: who is there, who sits where in each round and why, results, standings, the end.

Calls play for everything that happens at a table. Movements, standings and payments are the engine's.
"""
