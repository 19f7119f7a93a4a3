"""Club, organiser (a role), player (plays; needs no login). Who may run what. Knows no games."""
