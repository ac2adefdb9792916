// Buttons that copy a line of the page; without https by way of a selection.
async function copy(button) {
  const line = document.getElementById(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(line.textContent);
  } catch {
    getSelection().selectAllChildren(line);
    document.execCommand("copy");
  }
  const said = button.nextElementSibling;
  said.textContent = said.dataset.said;
}

for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
