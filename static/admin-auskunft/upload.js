// Files may be dropped on the form; without this script they are chosen with its button.
const zone = document.querySelector(".drop-zone");
const input = zone.querySelector("input[type=file]");
const chosen = zone.querySelector(".chosen");
zone.querySelector(".drop-hint").hidden = false;

function list() {
  const names = [...input.files].map((file) => Object.assign(document.createElement("li"), { textContent: file.name }));
  chosen.replaceChildren(...names);
  // Said before they are sent: more than the service takes at once come back as an error, and unchosen.
  input.setCustomValidity(input.files.length > Number(zone.dataset.most) ? zone.dataset.tooMany : "");
}

for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  zone.addEventListener(name, (event) => {
    event.preventDefault();
    zone.classList.toggle("over", name === "dragenter" || name === "dragover");
  });
}
zone.addEventListener("drop", (event) => {
  if (event.dataTransfer.files.length) input.files = event.dataTransfer.files;
  list();
});
input.addEventListener("change", list);

// Sent without a collection, the form comes back without its files: browsers never fill them in again.
const { collection, new_collection: added } = zone.closest("form").elements;
const demand = () => (collection.required = !added?.value.trim());
added?.addEventListener("input", demand);
demand();
