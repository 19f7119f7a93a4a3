"""Rules for people: text and score tables of the engine's options, and a club's own rule sets. Knows no games.

May import club, accounts, web and engine.
"""
