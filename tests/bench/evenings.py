"""A party in the middle of its evening, and its organiser’s session."""

from dataclasses import dataclass

ROUNDS_BEFORE = 3


@dataclass(frozen=True)
class Evening:
    """The addresses of a party and the session of its organiser."""

    code: str
    console: str
    session: str
    tables: int


def evening(people: int, name: str = "") -> Evening:
    """A party of so many, a few rounds played and one begun, of a club of its own."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.urls import reverse

    from tests.builders import NOON, organiser
    from tests.party import builders
    from whistclub.party.models import Party

    olga, club = organiser(f"Olga{name or people}", f"Club{name or people}")
    Party.objects.filter(club=club).delete()
    party = builders.party(club, olga, count=people)
    for number in range(ROUNDS_BEFORE):
        state = builders.next_round(party, olga, seed=number)
        builders.typed(party, olga, *[(12, 7) if each % 3 else (5, 13) for each in range(len(state.current.tables))])
    builders.next_round(party, olga, at=NOON)
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(olga.pk), settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = olga.get_session_auth_hash()
    session.save()
    console = reverse("party:console", args=[club.slug, party.code])
    return Evening(party.code, console, session.session_key, people // 4)
