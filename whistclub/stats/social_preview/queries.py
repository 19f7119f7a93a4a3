"""What the preview pictures of a club and of its players say; that of the club says the same to everybody."""

from django.db.models import Count, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from whistclub.club.models import Club, Player
from whistclub.engine.rating import DISPLAYED_NEWCOMER, displayed_margin, displayed_rating
from whistclub.stats.models import ClubDay, PlayerGame, PlayerStanding
from whistclub.stats.reports import number
from whistclub.stats.social_preview.drawing import ClubCard, PlayerCard

LEADERS = 3
# A rating of fewer games leads no list.
LEAST = 5
FORM = 10
# More points of a line the picture has no room for.
MOST_POINTS = 160


def player_card(player: Player, club: Club) -> PlayerCard:
    """One query."""
    rows = PlayerGame.objects.filter(player=player).order_by("started_at", "game")
    games = list(rows.values_list("won", "drawn", "mu", "sigma"))
    rated = [(mu, sigma) for _won, _drawn, mu, sigma in games if mu is not None]
    # From the last one backwards, so that the line ends where he stands.
    line = [displayed_rating(mu) for mu, _sigma in rated[:: -(-(-len(rated) // MOST_POINTS) or 1)]][::-1]
    won = sum(each[0] for each in games)
    said = ngettext("{won} of {games} game won", "{won} of {games} games won", len(games))
    return PlayerCard(
        club=club.name,
        name=player.name,
        instead=_("A player of the club"),
        rating=number(displayed_rating(rated[-1][0])).text if rated else "",
        rating_said=_("rating, ± {sure}").format(sure=displayed_margin(rated[-1][1])) if rated else "",
        line=line,
        level=DISPLAYED_NEWCOMER,
        level_said=_("a newcomer"),
        won_said=said.format(won=number(won).text, games=number(len(games)).text) if games else _("No game yet"),
        form=[_outcome(won, drawn) for won, drawn, _mu, _sigma in games[-FORM:]],
    )


def club_card(club: Club) -> ClubCard:
    """Three queries, over evenings and players."""
    played = ClubDay.objects.filter(club=club).aggregate(games=Sum("games"), hands=Sum("hands"))
    standings = PlayerStanding.objects.filter(club=club)
    players = standings.aggregate(players=Count("pk"))["players"]
    best = standings.filter(games__gte=LEAST, mu__isnull=False, player__hidden=False).order_by("-mu", "player")
    games, hands = played["games"] or 0, played["hands"] or 0
    return ClubCard(
        name=club.name,
        instead=_("A whist club"),
        numbers=[
            (number(games).text, ngettext("game", "games", games)),
            (number(hands).text, ngettext("hand", "hands", hands)),
            (number(players).text, ngettext("player", "players", players)),
        ],
        leaders_said=_("Highest ratings"),
        leaders=[
            (name, number(displayed_rating(mu)).text) for name, mu in best.values_list("player__name", "mu")[:LEADERS]
        ],
    )


def _outcome(won: int, drawn: int) -> tuple[str, bool | None]:
    if drawn:
        return pgettext("letter", "D"), None
    return (pgettext("letter", "W"), True) if won else (pgettext("letter", "L"), False)
