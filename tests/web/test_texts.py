"""Numbers, money, dates and names are written in one way."""

from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse

from tests.web.html import Html
from whistclub.stats.reports import evening_cell, format_percent, format_range
from whistclub.web import formatting
from whistclub.web.fields import SignedField
from whistclub.web.templatetags.text import whole_dates, whole_scores

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "shown, text",
    [
        ([formatting.format_number(each) for each in (1234, -2, None)], ["1,234", "−2", "–"]),
        ([formatting.format_signed(each) for each in (3, -2, 0)], ["+3", "−2", "0"]),
        ([format_percent(2, 3), format_percent(0, 0)], ["67%", "–"]),
        ([format_range(663, 1189), format_range(-1.24, 4, 1)], ["663–1,189", "−1.2 to 4.0"]),
        ([formatting.format_score(each) for each in ((16, 6), (-2, 7), (3, -2, 5))], ["16–6", "−2 – 7", "3, −2, 5"]),
        ([formatting.format_money(15, "$"), formatting.format_money(-45, "$")], ["$0.15", "−$0.45"]),
        ([formatting.format_money(150), formatting.format_money(1)], ["1.50", "1 cent"]),
        ([formatting.tables_text([2, 5]), formatting.tables_text([7])], ["tables 2, 5", "table 7"]),
        ([formatting.clip_long_words("Ann Wolfeschlegelsteinhausen")], ["Ann Wolfeschlegelst…"]),
    ],
)
def test_numbers_scores_and_money_are_written_in_one_way(shown, text):
    assert shown == text


def test_dates_are_written_day_first():
    assert formatting.format_date(date(2026, 11, 1)) == "1 Nov 2026"
    assert formatting.format_weekday(date(2026, 11, 21)) == "Saturday 21 November"
    assert evening_cell(date(2026, 11, 21)).text == "Sat 21 Nov 2026"


@pytest.mark.parametrize(
    "value, text", [(Fraction(-7, 2), "−3½"), (Fraction(1, 7), "0.14"), (Fraction(-1, 3), "−⅓"), (-4, "−4")]
)
def test_fractions_keep_their_sign_and_value(value, text):
    assert formatting.format_fraction(value) == text


def test_a_date_in_a_sentence_stays_in_one_line_and_its_text_is_escaped():
    assert whole_dates("Sunday 22 November 2026") == 'Sunday <span class="whole-date">22 November 2026</span>'
    assert whole_dates("A <b> on 1 Nov 2026.") == 'A &lt;b&gt; on <span class="whole-date">1 Nov 2026</span>.'


@pytest.mark.parametrize("score", ["16–6", "−2 – 7", "3 – −2", "3½–1,250", "0.5–2.0%", "20:25–20:40"])
def test_a_score_in_a_sentence_stays_on_one_line_and_its_text_is_escaped(score):
    shown = whole_scores(f"<Ann> & Bob – Cy won {score}.")
    assert shown == f'&lt;Ann&gt; &amp; Bob – Cy won <span class="whole-score">{score}</span>.'


def test_short_names_tell_people_apart_and_are_no_title_or_sign():
    assert formatting.short_names(["Ann Berg", "Ann Bell", "Ann B"]) == ["Ann Berg", "Ann Bell", "Ann B"]
    assert formatting.short_names(["Mr. Larson", "🎩 Ann Moe", "– Bob"]) == ["Mr. Larson", "Ann", "Bob"]
    assert formatting.short_names(["Ann Lee", "Ann Moe", "Zed, Jr."]) == ["Ann L", "Ann M", "Zed"]
    assert formatting.short_names(["Player 11", "Player 12"]) == ["Player 11", "Player 12"]
    long_ones = ["Wolfeschlegelstein", "Wolfeschlegelstern"]
    assert formatting.short_names(long_ones) == ["Wolfesch…\u2060ein", "Wolfesch…\u2060ern"]


def test_a_name_from_right_to_left_leaves_the_numbers_after_it_alone():
    assert formatting.join_side(["רות", "Ann"]) == "\u2068רות\u2069 & Ann"


@pytest.mark.parametrize("typed, number", [("−3", -3), ("-3", -3), (" 4 ", 4)])
def test_the_minus_that_pages_print_is_understood(typed, number):
    assert SignedField().clean(typed) == number


def wrong(response):
    assert response.status_code == 422
    return Html(response).texts("p", css="wrong")


def test_a_wrong_account_is_answered_field_by_field(organiser):
    change = reverse("accounts:account")
    assert wrong(organiser.post(change, {"name": "", "email": "olga", "current": ""})) == [
        "Enter your name.",
        "Enter an e-mail address, like ann@example.org.",
        "Enter your current password.",
    ]
    assert "Enter your e-mail address." in wrong(organiser.post(change, {"email": ""}))
