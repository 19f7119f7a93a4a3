"""The rules as people read, change and name them. Knows no games: it turns the engine's options into words and tables.

A club's own rules are kept here. May import club, accounts, web and engine.
"""
