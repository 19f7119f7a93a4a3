"""The contents of the preview pictures; that of the club is the same for all viewers."""

from django.db.models import Count, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from whistclub.club.models import Club, Player
from whistclub.engine.rating import DISPLAYED_NEWCOMER, displayed_margin, displayed_rating
from whistclub.stats.models import ClubDay, PlayerGame, PlayerStanding
from whistclub.stats.reports import number
from whistclub.stats.results.day import DayPage
from whistclub.stats.social_preview.drawing import ClubPicture, PlayerPicture, StoryPicture

LEADERS = 3
# Players with fewer games are not listed.
LEAST = 5
FORM = 10
# Maximum number of points of the line.
MOST_POINTS = 160


def player_contents(player: Player, club: Club) -> PlayerPicture:
    """One query."""
    rows = PlayerGame.objects.filter(player=player).order_by("started_at", "game")
    games = list(rows.values_list("won", "drawn", "mu", "sigma"))
    rated = [(mu, sigma) for _won, _drawn, mu, sigma in games if mu is not None and sigma is not None]
    # Backwards from the last one, so that the line ends at the current rating.
    line = [displayed_rating(mu) for mu, _sigma in rated[:: -(-(-len(rated) // MOST_POINTS) or 1)]][::-1]
    won = sum(each[0] for each in games)
    text = ngettext("{won} of {games} game won", "{won} of {games} games won", len(games))
    return PlayerPicture(
        club=club.name,
        name=player.name,
        instead=_("A player of the club"),
        rating=number(displayed_rating(rated[-1][0])).text if rated else "",
        rating_label=_("rating, ± {sure}").format(sure=displayed_margin(rated[-1][1])) if rated else "",
        line=line,
        level=DISPLAYED_NEWCOMER,
        level_label=_("start"),
        won_text=text.format(won=number(won).text, games=number(len(games)).text) if games else _("No games yet"),
        form=[_outcome(won, drawn) for won, drawn, _mu, _sigma in games[-FORM:]],
    )


def club_contents(club: Club) -> ClubPicture:
    """3 queries."""
    played = ClubDay.objects.filter(club=club).aggregate(games=Sum("games"), hands=Sum("hands"))
    standings = PlayerStanding.objects.filter(club=club)
    players = standings.aggregate(players=Count("pk"))["players"]
    best = standings.filter(games__gte=LEAST, mu__isnull=False, player__hidden=False, player__guest=False).order_by(
        "-mu", "player"
    )
    games, hands = played["games"] or 0, played["hands"] or 0
    return ClubPicture(
        name=club.name,
        instead=_("A whist club"),
        numbers=[
            (number(games).text, ngettext("game", "games", games)),
            (number(hands).text, ngettext("hand", "hands", hands)),
            (number(players).text, ngettext("player", "players", players)),
        ],
        leaders_title=_("Highest ratings"),
        leaders=[
            (name, number(displayed_rating(mu)).text)
            for name, mu in best.values_list("player__name", "mu")[:LEADERS]
            if mu is not None
        ],
    )


def day_contents(page: DayPage) -> StoryPicture:
    """No query: the page has all of it."""
    lines = [*page.winners, *(line.whole for line in page.story.lines)] or page.notes
    return StoryPicture(page.viewer.club.name, page.title, page.headline or page.totals, lines)


def _outcome(won: int, drawn: int) -> tuple[str, bool | None]:
    if drawn:
        return pgettext("letter", "D"), None
    return (pgettext("letter", "W"), True) if won else (pgettext("letter", "L"), False)
