"""The dot that says whether what others enter shows at once: right after each thing that can happen to a connection."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.home import Home
from tests.games.cast import Cast, Table

# Before the first question, and between a failed one and the next.
SOON = 12_000
# A link whose server, network and clock are ours.
FAKE = """
(events) => {
  const seen = [];
  let clock = 0, answers = true;
  const link = new Link({
    connect: () => seen.push("connect"), close: () => seen.push("close"),
    ask: async () => { if (answers === null) throw new Error("no network"); return answers; },
    show: () => {}, now: () => clock,
  });
  const does = {
    heard: () => link.heard(), broke: () => link.broke(), offline: () => link.offline(), renew: () => link.renew(),
    answered: () => { answers = true; return link.askNow(); },
    refused: () => { answers = false; return link.askNow(); },
    unanswered: () => { answers = null; return link.askNow(); },
    later: () => { clock += 36000; },
  };
  return (async () => {
    for (const event of events) { clock += 1; await does[event](); }
    const waits = Boolean(link.timer);
    clearTimeout(link.timer);
    return { state: link.state, waits, silent: link.isSilent(), wait: link.wait, seen };
  })();
}
"""


@pytest.fixture
def page(phones: Phones, cast: Cast, table: Table) -> Page:
    page = phones(cast.ann.user).open(f"/nights/{table.night.pk}/")
    expect(page.locator("[data-link=live]")).to_be_visible()
    return page


@pytest.mark.parametrize(
    ("events", "state", "waits"),
    [
        ("", "start", False),
        ("heard", "live", False),
        ("broke", "start", True),
        ("heard broke", "live", True),
        ("heard broke heard", "live", False),
        ("heard answered", "asking", True),
        ("heard refused", "lost", True),
        ("heard unanswered", "lost", True),
        ("answered heard", "live", False),
        ("answered broke", "asking", True),
        ("answered unanswered", "lost", True),
        ("unanswered answered", "asking", True),
        ("unanswered heard", "live", False),
        ("unanswered broke", "lost", True),
        ("heard offline", "lost", True),
        ("answered offline", "lost", True),
        ("offline renew", "lost", True),
        ("offline renew heard", "live", False),
        ("heard renew", "live", True),
    ],
)
def test_each_event_leads_from_each_state_to_one_other(page: Page, events: str, state: str, waits: bool) -> None:
    """`waits` is whether the server is going to be asked."""
    found = page.evaluate(FAKE, events.split())
    assert (found["state"], found["waits"]) == (state, waits)


def test_a_stream_that_keeps_failing_puts_the_question_off_no_further(page: Page) -> None:
    """Each failure set the timer anew, so that nobody ever asked."""
    asked = page.evaluate("""async () => {
      let asked = 0;
      const link = new Link({
        connect: () => {}, close: () => {}, ask: async () => { asked += 1; return false; }, show: () => {},
      });
      link.heard();
      const failing = setInterval(() => link.broke(), 200);
      await new Promise((done) => setTimeout(done, 2600));
      clearInterval(failing);
      clearTimeout(link.timer);
      return [asked, link.state];
    }""")
    assert asked == [1, "lost"]


def test_questions_come_less_and_less_often_and_a_silence_is_noticed(page: Page) -> None:
    def found(events: str) -> Any:
        return page.evaluate(FAKE, events.split())

    assert [found("unanswered " * times)["wait"] for times in (1, 2, 3, 9)] == [4000, 8000, 16000, 30000]
    assert found("unanswered unanswered answered")["wait"] == 2000
    assert [found(events)["silent"] for events in ("heard", "heard later", "heard later renew")] == [False, True, False]
    assert found("heard offline renew")["seen"] == ["close", "connect"]


def test_the_server_is_killed_and_comes_back(phones: Phones, home: Home, cast: Cast, table: Table) -> None:
    """The dot stayed green for 40 seconds while the server was gone, and red for minutes after it was back."""
    phone = phones(cast.ann.user)
    with phone.lost():
        page = phone.open(f"/nights/{table.night.pk}/")
        expect(page.locator("[data-link=live]")).to_be_visible()
        home.stop()
        try:
            expect(page.locator("[data-link=lost]")).to_be_visible(timeout=SOON)
        finally:
            home.start()
        expect(page.locator("[data-link=live]")).to_be_visible(timeout=SOON)
        page.wait_for_timeout(5000)
        expect(page.locator("[data-link=live]")).to_be_visible()
    table.deal("council-bluffs")
    expect(page.get_by_text("being played")).to_be_visible()


def test_a_phone_without_a_network_says_so_at_once(phones: Phones, cast: Cast, table: Table) -> None:
    phone = phones(cast.ann.user)
    page = phone.open(f"/nights/{table.night.pk}/")
    expect(page.locator("[data-link=live]")).to_be_visible()
    with phone.cut():
        expect(page.locator("[data-link=lost]")).to_be_visible(timeout=1000)
        page.wait_for_timeout(3000)
        expect(page.locator("[data-link=lost]")).to_be_visible()
    expect(page.locator("[data-link=live]")).to_be_visible(timeout=SOON)


def test_a_phone_that_slept_connects_anew(phones: Phones, cast: Cast, table: Table) -> None:
    """A line that died while the phone slept says nothing more, not even that it is dead."""
    phone = phones(cast.ann.user)
    phone.page.clock.install()
    streams: list[str] = []
    phone.page.on("request", lambda request: "/events/" in request.url and streams.append(request.url))
    page = phone.open(f"/nights/{table.night.pk}/")
    expect(page.locator("[data-link=live]")).to_be_visible()
    before = len(streams)
    page.clock.fast_forward(40_000)
    expect(page.locator("[data-link=live]")).to_be_visible()
    page.wait_for_function("() => true")
    assert len(streams) == before + 1
