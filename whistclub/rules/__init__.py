"""Rules for people: text and score tables of the engine's options, and a club's own rule sets.

May import club, accounts, web and engine.
"""
