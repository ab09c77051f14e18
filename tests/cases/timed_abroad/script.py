"""Runs a trainer of another module, so often that not all that it calls is followed."""

from elsewhere import batches
from trainers import Trainer


def main():
    trainer = Trainer()
    state = trainer.fit(None, batches, 3)
    print(trainer.evaluate(state, batches))
    return trainer.fit_without_means(state, batches)


main()
