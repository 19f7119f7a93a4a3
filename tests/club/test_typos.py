"""Names that were probably mistyped, and those of other people."""

import pytest

from whistclub.club.typos import Typos


@pytest.mark.parametrize(
    "typed, known",
    [
        ("Waltr", "Walter"),
        ("wlater", "Walter"),
        ("Waltre", "Walter"),
        ("Walrer", "Walter"),
        ("Hannnelore", "Hannelore"),
        ("Gunther", "Günter"),
        ("Walter Schmitd", "Walter Schmidt"),
        ("Erica", "Erika"),
        ("Birgit Ekk", "Birgit Ek"),
        ("Olga Bergh", "Olga Berg"),
        ("Knut Dal", "Knut Dahl"),
    ],
)
def test_a_slip_of_the_finger_is_noticed(typed, known):
    assert Typos(["Wolfram", known, "Ida"]).of(typed) == [known]


@pytest.mark.parametrize(
    "typed, known",
    [
        ("Anna", "Anne"),
        ("Jan", "Jean"),
        ("Karin", "Karen"),
        ("Maria", "Marie"),
        ("Martin", "Martina"),
        ("Simon", "Simone"),
        ("Christian", "Christina"),
        ("Martin", "Marvin"),
        ("Molly", "Holly"),
        ("Clara", "Carla"),
        ("Jan Schmidt", "Jean Schmidt"),
        ("Guest 12", "Guest 13"),
        ("Anna Be", "Anna B"),
        ("Olga Berg", "Olga Borg"),
        ("Bo Ek", "Bo Ekk"),
        ("Walter", "Walter Schmidt"),
        ("Walter", "Walter"),
    ],
)
def test_another_name_is_another_person(typed, known):
    assert Typos([known]).of(typed) == []
