// Says beside each count what it differs from the book by, as it is typed, and what all come to.
// Only to look at: the server reads what was typed for itself. What is typed is kept until it is sent, while something
// else is decided first; of whose book that changed it is counted anew.

for (const form of document.querySelectorAll("form[data-count]")) {
  const decimals = Number(form.dataset.decimals);
  const point = form.dataset.example.match(/[.,٫]/)?.[0] ?? ".";
  const inputs = [...form.querySelectorAll("input[data-book]")];
  const sum = form.querySelector("output[data-sum]");
  const words = form.querySelector("[data-off-words]");
  const rest = form.querySelector("button[data-rest]");
  const place = `counted ${location.pathname}`;

  // Minor units; null for what is empty, or for the server to judge
  const read = (text) => {
    const [whole, part = "", ...more] = text.trim().split(/[.,]/);
    if (!/^\d+$/.test(whole) || !/^\d*$/.test(part) || part.length > decimals || more.length) return null;
    return Number(whole + part.padEnd(decimals, "0"));
  };
  const write = (amount) => {
    const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
    const at = digits.length - decimals;
    return digits.slice(0, at) + (decimals ? point + digits.slice(at) : "");
  };
  const signed = (amount) => (amount ? (amount > 0 ? "+" : "\u2212") + write(amount) : "\u2713");

  const show = () => {
    let counted = 0, off = 0, all = true;
    for (const input of inputs) {
      const count = read(input.value);
      const differs = count === null ? null : count - Number(input.dataset.book);
      input.closest("li").querySelector("output").value = differs === null ? "" : signed(differs);
      counted += count ?? 0;
      off += differs ?? 0;
      all &&= count !== null;
    }
    if (!sum) return;
    sum.value = write(counted);
    words.textContent = !all ? "" : off ? `${words.dataset.offWords} ${signed(off)}` : words.dataset.evenWords;
  };
  const nameOf = (input) => `${input.name} ${input.dataset.book}`;
  const keep = () => sessionStorage.setItem(place, JSON.stringify(inputs.map((input) => [nameOf(input), input.value])));
  const typed = new Map(JSON.parse(sessionStorage.getItem(place) ?? "[]"));
  for (const input of inputs) input.value ||= typed.get(nameOf(input)) ?? "";

  form.addEventListener("input", () => {
    show();
    keep();
  });
  form.addEventListener("submit", () => sessionStorage.removeItem(place));
  if (rest) {
    rest.hidden = false;
    rest.addEventListener("click", () => {
      for (const input of inputs) input.value ||= write(Number(input.dataset.book));
      show();
      keep();
    });
  }
  show();
}
