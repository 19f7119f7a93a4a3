"""A notebook as it is sent: the list, the rules of lines that name none, and how its dates are read."""

from typing import Any

from django import forms

from whistclub.archive.forms import ListForm
from whistclub.archive.notebook.dates import ORDERS, DayOrder
from whistclub.archive.notebook.queries import RulesSummary

MEANS = "means:"


class NotebookForm(ListForm):
    """`rules` are those that the club can choose."""

    usual = forms.ChoiceField(label="Rules for lines that don’t name any", required=False)
    order = forms.ChoiceField(
        label="In dates like 3/4/1987, what comes first?",
        choices=[("", "Work it out from the list"), *ORDERS.items()],
        required=False,
    )
    repeated = forms.BooleanField(label="These were different games: add them, too", required=False)

    def __init__(self, rules: list[RulesSummary], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        usual = self.fields["usual"]
        assert isinstance(usual, forms.ChoiceField)
        usual.choices = [(card.key, card.title) for card in rules]

    @property
    def day_order(self) -> DayOrder | None:
        order = self.cleaned_data.get("order")
        return DayOrder(order) if order else None

    @property
    def means(self) -> dict[str, str]:
        """The choices for new names: the case-folded name, and the one it means, itself for a new player."""
        data = self.data.items() if self.is_bound else ()
        return {key.removeprefix(MEANS): str(value) for key, value in data if key.startswith(MEANS) and value}
