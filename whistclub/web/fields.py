"""Columns that several apps need."""

from django.db import models


class FoldedField(models.CharField):
    """Another text column without the difference of capitals, in every alphabet, for a unique constraint.

    A database's own LOWER() knows ASCII only on SQLite: Åsa and åsa would be two people there.
    """

    def __init__(self, source: str, **kwargs: object) -> None:
        self.source = source
        super().__init__(editable=False, **kwargs)

    def deconstruct(self) -> tuple:
        name, path, args, kwargs = super().deconstruct()
        return name, path, [self.source, *args], {key: value for key, value in kwargs.items() if key != "editable"}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        folded = getattr(model_instance, self.source).casefold()
        setattr(model_instance, self.attname, folded)
        return folded
