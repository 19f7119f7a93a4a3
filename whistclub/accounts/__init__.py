"""Users and signing in; independent of clubs and games.

Words:
    session: a browser in which a user is signed in
"""
