"""A night told once over the API, with every operation in it.

What is sent and answered on the way are the examples of the description (`test_examples`), and before each step every
role tries it first (`test_permissions`). A new operation needs a line in one of the chapters.
"""

from tests.api.story import club, disputes, formats, money, night, people
from tests.api.story.stage import Stage

__all__ = ["Stage", "tell"]


def tell(stage: Stage) -> None:
    stage.set_up()
    for number, chapter in enumerate((club, night, money, people, formats, disputes), start=1):
        stage.begin(number)
        chapter.tell(stage)
