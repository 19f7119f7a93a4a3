"""The made-up club as a whole: its people and rules first, then everything that happened, in its order."""

from datetime import UTC, date, datetime, time, timedelta
from random import Random

from django.contrib.auth.hashers import make_password

from tests.bench.generating.calendar import DAYS, OF_PARTIES, SEATS_A_GAME, TIME_ZONE, Calendar, PlannedParty
from tests.bench.generating.calendar import Evening as AtTable
from tests.bench.generating.games import Play, Town
from tests.bench.generating.hands import OWN_NAME, rules_of_club
from tests.bench.generating.parties import Evening
from tests.bench.generating.people import Person, make_circles, make_people
from tests.bench.generating.rows import Store, loading
from whistclub.engine.options import TableFormat
from whistclub.play.games import NEW_PARTNERS

EMAIL, PASSWORD = "olga@example.org", "grand or low"
NAME, SLUG = "Prairie Whist Union", "generated"
SALT = "not secret, but the same each time"
# Of evenings of several games, those at which one begins the next from the last, and how partners then change.
PLAY_AGAIN = 0.6
PARTNERS = {2: 60, 1: 20, 3: 20}
BREAK = timedelta(minutes=4)
DAY = timedelta(days=1)


def make_club(players: int, games: int, chance: Random, until: date) -> tuple[dict[int, float], list[int], dict]:
    """What `tests.bench.generated.Filled` tells: skills, games of each, rows by table."""
    store = Store()
    chances = games * (OF_PARTIES * 4 + (1 - OF_PARTIES) * SEATS_A_GAME)
    people = make_people(players, round(chances), chance)
    calendar = Calendar.until(until, chance)
    evenings = calendar.evenings(people, make_circles(people, DAYS, chance), games)
    with loading(store):
        town = _founded(store, chance, people, evenings)
        for evening in evenings:
            if isinstance(evening, PlannedParty):
                Evening(town, evening)
            else:
                _play_evening(town, evening)
            store.flush()
        store.flush(all_of_it=True)
    rows = {name: rows.last for name, rows in vars(store).items()}
    return {person.key: person.skill for person in people}, [person.played for person in people], rows


def _founded(store: Store, chance: Random, people: list[Person], evenings: list[AtTable | PlannedParty]) -> Town:
    founded = datetime.combine(evenings[0].at.date() - 30 * DAY, time(12), TIME_ZONE).astimezone(UTC)
    user = store.users.add(EMAIL, "Olga", make_password(PASSWORD, salt=SALT), founded)
    club = store.clubs.add(NAME, SLUG, str(TIME_ZONE), founded)
    store.roles.add(club, user, "owner")
    joined: dict[int, datetime] = {}
    for evening in evenings:
        for person in evening.people:
            joined.setdefault(person.key, evening.at)
    for person in people:
        store.players.add(club, person.name, person.name.casefold(), joined.get(person.key, founded))
    town = Town(chance, store, {}, club, user)
    code = town.code()
    town.rules = rules_of_club(code)
    own = town.rules["own"]
    note = "To 15, and a revoke costs two tricks."
    store.rule_sets.add(club, code, OWN_NAME, OWN_NAME.casefold(), own.preset, own.mapping, note)
    return town


def _play_evening(town: Town, evening: AtTable) -> None:
    """Game after game at one table; as with *Play again*, the deal goes on to the left."""
    chance, rules, people, at = town.chance, town.rules[evening.rules], list(evening.people), evening.at
    again = chance.random() < PLAY_AGAIN
    dealer, before = chance.randrange(len(people)), None
    for number in range(evening.games):
        more = again and number + 1 < evening.games
        play = Play(town, rules, people, at, first_dealer=dealer, follows=before, followed=more)
        at, dealer = play.finished_at + BREAK, play.state.dealer
        before = play.key if again else None
        if rules.options.form is TableFormat.FOUR_IN_PAIRS and (again or chance.random() < 0.3):
            order = NEW_PARTNERS[chance.choices(list(PARTNERS), list(PARTNERS.values()))[0]]
            people = [people[chair] for chair in order]
            dealer = order.index(dealer)
