"""What is done to an installation while people play on it: one thing after another, by the chance of a seed."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random

Act = Callable[[], None]


@contextmanager
def chaos(seed: int, acts: Mapping[str, Act], pause: tuple[float, float]) -> Iterator[Counter[str]]:
    """Between two acts passes a time between the two of `pause`, in seconds. What went wrong in one is raised here.

    Each act comes once before any comes again.
    """
    chance, done, over = Random(seed), Counter[str](), threading.Event()
    deck: list[str] = []
    wrong: list[BaseException] = []

    def run() -> None:
        try:
            while not over.wait(chance.uniform(*pause)):
                if not deck:
                    deck.extend(chance.sample(list(acts), len(acts)))
                name = deck.pop()
                acts[name]()
                done[name] += 1
        except BaseException as error:
            wrong.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield done
    finally:
        over.set()
        thread.join()
    if wrong:
        raise wrong[0]
