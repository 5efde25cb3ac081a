"""What is wrong with a page for a thumb, for an arm's length, and for who cannot see it."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Of axe-core: only what fails, all of it by the levels we promise. It would load styles by means that no policy allows.
_OPTIONS = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": LEVELS}, "preload": False}
LEAST = 44

# A link within a sentence is as high as its line.
_SMALL = """(least) =>
  [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]")]
    .filter((tapped) => tapped.checkVisibility({ visibilityProperty: true }) && !tapped.closest("p, .skip"))
    .map((tapped) => [tapped.closest("label") ?? tapped, tapped])
    .map(([area, tapped]) => [area.getBoundingClientRect(), tapped])
    .filter(([box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
    .map(([box, tapped]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${tapped.outerHTML.slice(0, 120)}`)
"""
# Each by the name of its field: no mark before its label or legend, or nothing in its form that says what that means.
_UNMARKED = """() => {
  const marked = (named) => getComputedStyle(named, "::before").content.startsWith('"*');
  const shown = (one) => getComputedStyle(one).display !== "none";
  const told = (form) => [...form.children].some((one) => one.matches(".needed") && shown(one));
  const named = (field) =>
    field.type === "radio" ? field.closest("fieldset").querySelector("legend") : field.closest("label");
  return [...document.querySelectorAll(":is(input, select, textarea):required")]
    .filter((field) => !marked(named(field)) || !told(field.form))
    .map((field) => `${field.name} is not marked as what must be filled in`);
}"""
_WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def barriers(page: Page) -> list[str]:
    """What axe-core finds against WCAG 2.2 AA, one line for each element."""
    found: list[dict[str, Any]] = Axe().run(page, options=_OPTIONS).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:120]} ({' '.join(node['failureSummary'].split())[:300]})"
        for rule in found
        for node in rule["nodes"]
    ]


def too_small(page: Page) -> list[str]:
    """What can be tapped and is smaller than a thumb."""
    small: list[str] = page.evaluate(_SMALL, LEAST)
    return small


def unmarked(page: Page) -> list[str]:
    """What must be filled in and does not say so."""
    found: list[str] = page.evaluate(_UNMARKED)
    return found


def sticks_out(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    wider: int = page.evaluate(_WIDER)
    return wider


# By how much of what can be read or tapped lies outside the screen, or under the edge of what clips it and does not
# scroll. What is cut with an ellipsis says so itself.
_CUT = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".visually-hidden, .skip");
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight;
  const clips = (one) => getComputedStyle(one).overflowY !== "visible";
  const found = [];
  for (const one of document.querySelectorAll("button, summary, a.button, .says, .status .pot, .won span, select")) {
    const box = one.getBoundingClientRect();
    if (!box.width || !shown(one)) continue;
    let [top, bottom, inScroll] = [0, innerHeight, false];
    for (let round = one.parentElement; round; round = round.parentElement) {
      if (scrolls(round)) inScroll = true;
      if (inScroll || !clips(round)) continue;
      const edge = round.getBoundingClientRect();
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    if (!inScroll && (box.top < top - 1 || box.bottom > bottom + 1)) found.push(one.outerHTML.slice(0, 120));
  }
  return found;
}"""


def cut_off(page: Page) -> list[str]:
    """What lies partly outside of what is seen, and cannot be scrolled to."""
    found: list[str] = page.evaluate(_CUT)
    return found
