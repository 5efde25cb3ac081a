// Steps through what a page shows one after the other: arrow keys, and a button that plays.
// The links with `data-step` (first, back, next, last) do the stepping; without script they are links all the same.

const PACE = 1600;
let playing = null;

const link = (which) => document.querySelector(`a[data-step="${which}"]`);
const button = () => document.querySelector("[data-play]");

function step(which) {
  const to = link(which);
  if (to) to.click();
  return Boolean(to);
}

function stop() {
  clearInterval(playing);
  playing = null;
  show();
}

function play() {
  if (!link("next") && !step("first")) return;
  playing = setInterval(() => step("next") || stop(), PACE);
  show();
}

// The button is swapped along with the step, so it is told anew each time how things stand.
function show() {
  const at = button();
  if (!at) return;
  at.hidden = false;
  at.textContent = playing ? at.dataset.pause : at.dataset.play;
  at.setAttribute("aria-pressed", String(Boolean(playing)));
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) return playing ? stop() : play();
  if (event.isTrusted && event.target.closest("a[data-step]")) stop();
});

document.addEventListener("keydown", (event) => {
  const keys = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last" };
  const which = keys[event.key];
  if (!which || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, [role=listbox]") || !link(which)) return;
  event.preventDefault();
  stop();
  step(which);
});

// Where the list of all steps has a scroll bar of its own, the step that is shown is in sight.
function reveal() {
  const here = document.querySelector("[aria-current=step]");
  const list = here?.closest("[data-scrolls]");
  if (list && list.scrollHeight > list.clientHeight) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

document.addEventListener("htmx:afterSettle", () => {
  show();
  reveal();
});
show();
reveal();
