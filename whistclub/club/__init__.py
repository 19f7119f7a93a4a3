"""Club, organiser (a role), player (plays; needs no login). Who may run what. Knows no games.

Words:
    founding link: a link that creates a club, once
    hub: the page *Club*, where everything about the club itself begins
"""
