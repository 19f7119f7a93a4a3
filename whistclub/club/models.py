from django.conf import settings
from django.db import models

from whistclub.club.names import NameField, is_erased
from whistclub.web.fields import FoldedField


class Club(models.Model):
    """People who play together: a whist club, a church, a kitchen.

    `shown_to_strangers`: what people without a role see of its players in statistics and past evenings. Whoever has the
    link of what is played now sees names.
    `logo` is the name of the picture in `Logo`, a hash of what it shows; "" without one.
    `revision` rises with what pages of games and parties show of the club: its players' names, and its settings.
    `role` is not stored: what the visitor who asks may do for it, set by the gates in `club.access`; "" for strangers.
    """

    class Colour(models.TextChoices):
        """The one colour of buttons and links; static/css/elements.css says how it looks in light and dark."""

        GREEN = "green", "Green"
        TEAL = "teal", "Teal"
        GREY = "grey", "Grey"
        PLUM = "plum", "Plum"
        OLIVE = "olive", "Olive"

    class Shown(models.TextChoices):
        NOTHING = "nothing", "Nothing"
        LINKS = "links", "What they have the link to"
        INITIALS = "initials", "Initials"
        NAMES = "names", "Names"

    role = ""

    name = models.CharField("name", max_length=80)
    slug = models.SlugField(max_length=40, unique=True)
    time_zone = models.CharField("time zone", max_length=64)
    currency = models.CharField("currency sign", max_length=4, default="$")
    colour = models.CharField(max_length=10, choices=Colour.choices, default=Colour.GREEN)
    logo = models.CharField(max_length=16, default="", blank=True)
    shown_to_strangers = models.CharField(max_length=10, choices=Shown.choices, default=Shown.LINKS)
    revision = models.PositiveIntegerField(default=1)
    # Raised when new codes are made for its table cards.
    card_version = models.PositiveIntegerField(default=1)
    # What its calendar’s address ends with; empty without one.
    calendar = models.CharField(max_length=22, default="", blank=True, db_index=True)
    # The key of the rules that new games start with: of a preset, or "own-" and the code of the club's own.
    default_rules = models.CharField(max_length=40, default="", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def shows_statistics(self) -> bool:
        """Whether anyone with the address may read the statistics."""
        return self.shown_to_strangers in (Club.Shown.INITIALS, Club.Shown.NAMES)

    @property
    def links_names(self) -> bool:
        """Whether names in games and parties may lead to statistics: those show anyone the same names."""
        return self.shown_to_strangers == Club.Shown.NAMES

    @property
    def is_organised(self) -> bool:
        """Whether the user who asks is an owner or an organiser."""
        return self.role in (Role.Kind.OWNER, Role.Kind.ORGANISER)

    @property
    def lets_see_statistics(self) -> bool:
        """Whether the visitor who asks may follow a link to the statistics."""
        return self.shows_statistics or self.is_organised


class Logo(models.Model):
    """The picture of a club as a PNG. In a table of its own: a club is read with each page, its picture is not."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="picture")
    png = models.BinaryField()

    def __str__(self) -> str:
        return self.club.logo


class ClubChange(models.Model):
    """A change of a club: of what, and what it was before and after.

    Of a season these are its names, empty where there is none; of a logo the names of the pictures, which are not kept;
    of those who run the club a name with the role.
    """

    class Kind(models.TextChoices):
        NAME = "name", "Name"
        TIME_ZONE = "time_zone", "Time zone"
        CURRENCY = "currency", "Currency symbol"
        COLOUR = "colour", "Colour"
        LOGO = "logo", "Logo"
        SHOWN = "shown_to_strangers", "What the public can see"
        CALENDAR = "calendar", "Calendar"
        SEASON = "season", "Season"
        INVITED = "invited", "Invited"
        CANCELLED = "cancelled", "Invitation cancelled"
        JOINED = "joined", "Joined"
        ROLE = "role", "Role"
        REMOVED = "removed", "Removed"

    OF_ROLES = (Kind.INVITED, Kind.CANCELLED, Kind.JOINED, Kind.ROLE, Kind.REMOVED)

    club = models.ForeignKey(Club, models.CASCADE, related_name="changes")
    # Without choices: a new kind is no change of the database.
    kind = models.CharField(max_length=20)
    before = models.CharField(max_length=100, default="", blank=True)
    after = models.CharField(max_length=100, default="", blank=True)
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return self.kind

    @property
    def what(self) -> str:
        """The change as a sentence."""
        kind = self.Kind(self.kind)
        if kind is self.Kind.LOGO:
            return "Logo changed" if self.after else "Logo removed"
        if kind is self.Kind.CALENDAR:
            return f"Calendar: {self.after}"
        if kind is self.Kind.SEASON:
            done = "changed" if self.before and self.after else "added" if self.after else "deleted"
            return f"Season {done}: {' → '.join(dict.fromkeys(filter(None, (self.before, self.after))))}"
        labels = dict(Club.Shown.choices) | dict(Club.Colour.choices)
        before, after = (str(labels.get(each, each)) for each in (self.before, self.after))
        if kind is self.Kind.TIME_ZONE:
            before, after = before.replace("_", " "), after.replace("_", " ")
        return f"{kind.label}: {' → '.join(dict.fromkeys(filter(None, (before, after))))}"


class Role(models.Model):
    """What a user may do for a club.

    Organisers run games and parties and change players. Owners also decide who may do what, and about the club itself.
    """

    class Kind(models.TextChoices):
        OWNER = "owner", "owner"
        ORGANISER = "organiser", "organiser"

    club = models.ForeignKey(Club, models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=10, choices=Kind.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="club_role_once")]

    def __str__(self) -> str:
        return f"{self.user} ({self.club}): {self.kind}"


class Invitation(models.Model):
    """A link that gives the first person who opens it a role in the club, until `expires_at`.

    `name` is for whom it was made, as the owner wrote it.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    kind = models.CharField(max_length=10, choices=Role.Kind.choices)
    name = models.CharField(max_length=60)
    token = models.CharField(max_length=43, unique=True)
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.name} ({self.kind})"


class FoundingLink(models.Model):
    """A link that founds a club, once: `club`, when it has been used. The first of a site has no `expires_at`."""

    token = models.CharField(max_length=43, unique=True)
    expires_at = models.DateTimeField(null=True)
    club = models.OneToOneField(Club, models.CASCADE, null=True, related_name="founding")

    def __str__(self) -> str:
        return f"{self.club or 'not used'}"


class Binnable(models.Model):
    """What an organiser can put into the bin: since `binned_at`, it appears on no page but that of the bin.

    `archive.bin` puts it there, restores it, and deletes it after 30 days.
    """

    binned_at = models.DateTimeField(null=True)
    binned_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        abstract = True


class Remarked(models.Model):
    """What an organiser can write a remark on: for organisers, or with `remark_for_all` for whoever sees its page.

    `remark` is plain text that refers to players by key: `club.names`. `remark_line` is not stored: its first
    line as lists show it, see `club.queries.read_remarks`.
    """

    remark = models.TextField(default="", blank=True)
    remark_for_all = models.BooleanField(default=False)

    remark_line: str = ""

    class Meta:
        abstract = True


class Player(models.Model):
    """A person on a club's roster. The name is what the others call them, so it is unique.

    A `hidden` player does not appear in statistics. A `guest` is in no ranking of players; their games count for the
    others, and their rating is worked out for that. A `retired` one left or died: they stay in the past, but are not
    offered for new games and parties. `merged_into` is the player this one turned out to be.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = NameField("name", max_length=40)
    # Three times as long: folding may make three letters of one.
    folded = FoldedField("name", max_length=120)
    joined_at = models.DateTimeField(auto_now_add=True)
    hidden = models.BooleanField(default=False)
    guest = models.BooleanField(default=False)
    retired = models.BooleanField(default=False)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, related_name="also_known_as")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "folded"], name="club_player_name_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_erased(self) -> bool:
        return is_erased(self.name)

    @property
    def with_merged(self) -> list["Player"]:
        """The player, and all who were merged into them."""
        return [self, *(row for each in self.also_known_as.order_by("pk") for row in each.with_merged)]


class PlayerChange(models.Model):
    """A change of a player by an organiser: a kind, the names before and after, and what a merge moved, to undo it.

    `moved` holds the keys of what then belonged to the other player: {"seats": […], "entrants": […]}. `what` is not
    stored: the change as a sentence, see `club.queries.person`.
    """

    class Kind(models.TextChoices):
        RENAMED = "renamed"
        HIDDEN = "hidden"
        SHOWN = "shown"
        GUEST = "guest"
        REGULAR = "regular"
        RETIRED = "retired"
        RETURNED = "returned"
        MERGED = "merged"
        SEPARATED = "separated"
        ERASED = "erased"

    what = ""

    player = models.ForeignKey(Player, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=12)
    into = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    moved = models.JSONField(default=dict, blank=True)
    before = models.CharField(max_length=40, default="", blank=True)
    after = models.CharField(max_length=40, default="", blank=True)
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return self.kind
