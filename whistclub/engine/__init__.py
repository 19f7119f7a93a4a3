"""The rules of whist as pure Python: values in, values out.

Promises: the same values give the same answer, always; every number on a score sheet comes from here and from
nowhere else; faulty input is answered with every problem at once, as codes.

May import nothing but the pure parts of the standard library: no Django, no clock, no chance, no files. Words
for people are added by whoever shows them.
"""
