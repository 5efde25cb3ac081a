// Copies a link that is shown to be shared. On plain HTTP browsers give no clipboard: then what is selected is copied
// the old way, and where that is refused too, it is left selected for the thumb.

function selectedCopied(text) {
  text.focus();
  text.select();
  return document.execCommand("copy");
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text.value);
    return true;
  } catch {
    return selectedCopied(text);
  }
}

for (const shared of document.querySelectorAll("[data-shared]")) {
  const [text, button, said] = ["textarea", "[data-copy]", "[role=status]"].map((which) => shared.querySelector(which));
  button.hidden = false;
  button.addEventListener("click", async () => {
    said.textContent = (await copied(text)) ? said.dataset.copied : said.dataset.selected;
  });
}
