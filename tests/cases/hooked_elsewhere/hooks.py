"""Hooks that change the settings of whoever calls them."""


class Halving:
    def after_epoch(self, owner, losses):
        if losses[-1] > losses[0]:
            owner.settings.rate *= 0.5


class Renaming:
    def after_epoch(self, owner, losses):
        owner.settings.name = f"{len(losses)}"
