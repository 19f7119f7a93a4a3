"""The rules of whist as pure Python: values in, values out. The rule book is RULES.md in this folder.

Promises: the same values give the same answer, always; every number on a score sheet is calculated here and nowhere
else; invalid input is reported with all its problems at once, as codes.

Imports nothing but the pure parts of the standard library: no Django, no clock, no unseeded randomness, no files.
(`rating` uses openskill.) Sentences for people are made where they are shown.
"""
