"""Names that look alike are one name, and what shows nothing is no name, on every way in."""

from time import process_time

import pytest

from tests import builders
from tests.builders import FOUR, NOON
from whistclub.club.actions import NameTaken, add_player, make_anonymous, players_named, rename_player
from whistclub.club.names import Lookalikes, UnusableName, clean_name, look
from whistclub.party.actions.merging import merge_players

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

ALIKE = {
    "a zero-width space": "Ås\u200ba",
    "a zero-width joiner": "Ås\u200da",
    "a byte order mark": "\ufeffÅsa",
    "a soft hyphen": "Ås\u00ada",
    "turned writing": "\u202eÅsa\u202c",
    "a mark of direction": "Åsa\u200f",
    "an invisible letter": "Åsa\u3164",
    "a variation": "Åsa\ufe0f",
    "the unit of length": "\u212bsa",
    "a ring of its own": "A\u030asa",
    "wide letters": "Å\uff53\uff41",
    "spaces that do not break": "\u00a0Åsa\u2007",
    "a blank of braille": "\u2800Åsa",
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_names_that_look_the_same_are_one_name(text: str):
    assert clean_name(text) == "Åsa"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\u0410nne", "Anne"),
        ("G\u0435rdi", "Gerdi"),
        ("\u039fle J\u03bfns\u0435n", "Ole Jonsen"),
        ("\u00c5s\u0430", "Åsa"),
        ("\u0410\u030asa", "Åsa"),
        ("Eva-\u041cari\u0430", "Eva-Maria"),
        ("Zo\u0451", "Zoë"),
        ("J\u03ccn", "Jón"),
        ("\u039f'Brien", "O'Brien"),
        ("\u041e\u2019Brien", "O’Brien"),
    ],
)
def test_a_letter_of_another_alphabet_in_a_latin_word_is_the_latin_one_that_looks_the_same(text: str, name: str):
    assert clean_name(text) == name


@pytest.mark.parametrize("text", ["Ann\u00a0Marie", "Ann\u3000Marie", " Ann \t\n Marie ", "Ann\u2028Marie"])
def test_any_white_space_is_one_space(text: str):
    assert clean_name(text) == "Ann Marie"


@pytest.mark.parametrize("text", ["", " ", "\u200b", "\u3164", "\u2800\u00a0", "—", "...", "\u0301", "\x00"])
def test_what_shows_no_letter_is_no_name(text: str):
    with pytest.raises(UnusableName):
        clean_name(text)


@pytest.mark.parametrize(
    "text", ["O’Brien", "Анна", "Игорь T.", "Σοφία", "王芳", "Jean-Luc", "J. R.", "P1", "Zoë", "नीला", "A" * 40]
)
def test_ordinary_names_stay_as_they_are(text: str):
    assert clean_name(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "\u0401\u0435",
        "\u0421\u043e\u0451",
        "\u0424\u0451\u0434\u043e\u0440",
        "\u041e'\u0421\u043e\u0440",
        "\u039f\u03cc\u03bd",
        "G\u03b9na",
    ],
    ids=["Cyrillic with marks", "one mark", "only Cyrillic", "an apostrophe", "Greek", "an i that shows no dot"],
)
def test_letters_of_another_alphabet_stay_in_a_word_of_their_own_or_where_they_can_be_seen(text: str):
    assert clean_name(text) == text


def test_the_look_of_a_name_keeps_apart_what_people_can_tell_apart():
    assert look("\u041d\u0438\u043b") != look("\u04bb\u0438\u043b")
    assert look("G\u03b9na") != look("Gina")
    assert look("\u0401\u0435") == look("Ëe")
    assert look("\u0410\u041d\u041d\u0410") == look("AHHA")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "\u0410\u043d\u043d\u0430"),
        ("Boris", "\u0411\u043e\u0440\u0438\u0441"),
        ("Sofia", "\u03a3\u03bf\u03c6\u03af\u03b1"),
        ("\u041d\u0438\u043b", "\u04bb\u0438\u043b"),
    ],
)
def test_a_name_of_another_alphabet_is_taken_beside_one_that_looks_different(prairie, name: str, other: str):
    assert [player.name for player in players_named(prairie, [name, other])] == [name, other]


def test_a_name_that_is_too_long_is_quoted():
    with pytest.raises(UnusableName) as refusal:
        clean_name("Wolfgang " * 6)
    assert "“Wolfgang Wolfgang" in refusal.value.sentence


@pytest.mark.parametrize("text", ["Z" + "\u0336" * 4, "\u0345Ann", "Ann\u0315\u0489\u0335\u0361"])
def test_a_pile_of_marks_is_no_name(text: str):
    with pytest.raises(UnusableName):
        clean_name(text)


@pytest.mark.parametrize("text", ["a" + "\u0315\u0300" * 500_000, "\ufdfa" * 500_000, "A " * 500_000])
def test_a_long_text_is_refused_before_it_costs_time(text: str):
    begun = process_time()
    with pytest.raises(UnusableName):
        clean_name(text)
    assert process_time() - begun < 1


@pytest.mark.parametrize(
    "name, other",
    [("Asa", "Åsa"), ("\u0410nna", "Anna"), ("Jean Luc", "Jean-Luc"), ("Anna", "Anna Berg"), ("Anna Berg", "Anna")],
)
def test_similar_names_are_noticed(name: str, other: str):
    assert Lookalikes(["Bo", other]).of(name) == [other]


@pytest.mark.parametrize(
    "name, other", [("Gerda", "Gerdi"), ("Anna Berg", "Anna Holm"), ("Ann", "ann"), ("王", "Wang")]
)
def test_names_of_two_people_and_the_same_name_are_not_similar(name: str, other: str):
    assert Lookalikes([other]).of(name) == []


def test_many_names_are_compared_with_a_large_roster_in_little_time():
    roster = [f"Annemarie Björnsdóttir {number}" for number in range(400)]
    begun = process_time()
    lookalikes = Lookalikes(roster)
    assert [lookalikes.of(f"Annemarie Bjornsdottir {number}") for number in range(100)] == [
        [each] for each in roster[:100]
    ]
    assert process_time() - begun < 0.2


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_no_way_in_makes_a_second_player_who_looks_the_same(prairie, text: str):
    asa, bo = add_player(prairie, "Åsa"), add_player(prairie, "Bo")
    with pytest.raises(NameTaken):
        add_player(prairie, text)
    with pytest.raises(NameTaken):
        rename_player(bo, text, by=prairie.roles.get().user, at=NOON)
    assert players_named(prairie, [text]) == [asa]


def test_no_way_in_makes_a_second_player_who_differs_only_in_the_alphabet(organiser, prairie):
    """The whole name is Cyrillic, so that it could be one of its own."""
    text = "\u0410\u0441\u0435"
    add_player(prairie, "Ace")
    bo = add_player(prairie, "Bo")
    sentence = f"“{text}” looks like Ace, but is written in another alphabet: choose Ace, or add an initial"
    with pytest.raises(UnusableName, match=sentence):
        add_player(prairie, text)
    with pytest.raises(UnusableName, match=sentence):
        rename_player(bo, text, by=prairie.roles.get().user, at=NOON)
    with pytest.raises(UnusableName, match=sentence):
        players_named(prairie, [text])
    for address, form in (
        ("/run/prairie/people/", {"name": text}),
        (f"/run/prairie/people/{bo.pk}/rename/", {"name": text}),
        ("/run/prairie/people/list/", {"lines": text, "anyway": text, "add": "yes"}),
    ):
        response = organiser.post(address, form)
        assert (response.status_code, sentence in response.content.decode()) == (422, True), address
    rename_player(bo, "BO", by=prairie.roles.get().user, at=NOON)
    assert sorted(prairie.players.values_list("name", flat=True)) == ["Ace", "BO"]


def test_no_way_in_takes_a_name_that_shows_nothing(prairie):
    bo = add_player(prairie, "Bo")
    with pytest.raises(UnusableName):
        add_player(prairie, "\u200b")
    with pytest.raises(UnusableName):
        rename_player(bo, "\u3164", by=prairie.roles.get().user, at=NOON)
    with pytest.raises(UnusableName):
        players_named(prairie, ["Cleo", "\u2800"])
    assert list(prairie.players.values_list("name", flat=True)) == ["Bo"]


def test_a_refused_name_stands_beside_the_field(organiser, prairie):
    response = organiser.post("/run/prairie/people/", {"name": "\u2800"})
    assert response.status_code == 422
    assert "Enter a name (up to 40 characters)." in response.content.decode()


def test_the_look_of_a_merged_name_is_taken(olga, prairie):
    bo, ace = add_player(prairie, "Bo"), add_player(prairie, "Ace")
    merge_players(bo, ace, by=olga, at=NOON)
    for add in (lambda name: add_player(prairie, name), lambda name: players_named(prairie, [name])):
        with pytest.raises(UnusableName, match="looks like Ace, but"):
            add("\u0410\u0441\u0435")


def test_the_look_of_the_real_name_of_an_anonymous_player_is_taken_and_not_said(olga, prairie):
    make_anonymous(add_player(prairie, "Ace"), by=olga, at=NOON)
    for add in (lambda name: add_player(prairie, name), lambda name: players_named(prairie, [name])):
        with pytest.raises(UnusableName, match="Add an initial") as refusal:
            add("\u0410\u0441\u0435")
        assert not any(name in refusal.value.sentence for name in ("Ace", "Anonymous"))


def test_two_new_names_of_the_same_look_are_refused_together(prairie):
    with pytest.raises(UnusableName, match="looks like Ace, but"):
        players_named(prairie, ["Ace", "\u0410\u0441\u0435"])


MIXED = "G\u0435rdi"


def stored(club, name: str):
    """A player as a version stored it that left letters of two alphabets in a name."""
    return club.players.create(name=name)


def test_a_stored_name_with_letters_of_two_alphabets_can_be_chosen_and_typed(organiser, olga, prairie):
    gerdi = stored(prairie, MIXED)
    assert players_named(prairie, [MIXED, "gerdi"]) == [gerdi, gerdi]
    game = builders.game(prairie, olga, names=(MIXED, *FOUR[1:]))
    assert game.seats.get(position=0).player == gerdi
    page = organiser.post("/run/prairie/people/list/", {"lines": MIXED, "add": "yes"}).content.decode()
    assert "another alphabet" not in page
    assert prairie.players.count() == len(FOUR)
    with pytest.raises(NameTaken, match=f"There is already a player called {MIXED}"):
        add_player(prairie, MIXED)
    rename_player(gerdi, MIXED, by=olga, at=NOON)
    gerdi.refresh_from_db()
    assert gerdi.name == "Gerdi"


def test_such_a_stored_name_also_means_its_player_when_merged_or_anonymous(olga, prairie):
    bo, gerdi = add_player(prairie, "Bo"), stored(prairie, MIXED)
    merge_players(bo, gerdi, by=olga, at=NOON)
    anonymous = stored(prairie, "\u0410nne")
    make_anonymous(anonymous, by=olga, at=NOON)
    assert players_named(prairie, [MIXED, "Gerdi", "\u0410nne", "Anne"]) == [bo, bo, anonymous, anonymous]
    with pytest.raises(NameTaken, match="who was made anonymous"):
        add_player(prairie, "Anne")


def test_of_two_stored_names_that_look_the_same_each_means_its_own_player(prairie):
    latin, mixed = add_player(prairie, "Gerdi"), stored(prairie, MIXED)
    assert players_named(prairie, ["Gerdi", MIXED]) == [latin, mixed]
