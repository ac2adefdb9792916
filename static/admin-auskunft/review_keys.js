// Keys 1 to 5 give the next mark; who does not want that switches it off, and the browser remembers.
const REMEMBERED = "auskunft-review-keys";
const TYPED_INTO = "input:not([type=radio]):not([type=submit]), textarea, select";

const form = document.querySelector(".review form");
const toggle = form.querySelector("[data-review-keys]");
const groups = [...form.querySelectorAll("fieldset.marks")];
const marked = (group) => group.querySelector("input:checked") !== null;

toggle.closest("p").hidden = false;
toggle.checked = localStorage.getItem(REMEMBERED) !== "off";
toggle.addEventListener("change", () => localStorage.setItem(REMEMBERED, toggle.checked ? "on" : "off"));

function next() {
  return groups.find((group) => group.contains(document.activeElement) && !marked(group)) ?? groups.find((group) => !marked(group));
}

addEventListener("keydown", (event) => {
  if (!toggle.checked || event.metaKey || event.ctrlKey || event.altKey || !/^[1-5]$/.test(event.key)) return;
  if (event.target.matches(TYPED_INTO) && event.target !== toggle) return;
  const group = next();
  if (!group) return;
  event.preventDefault();
  group.querySelector(`input[value="${event.key}"]`).checked = true;
  (next()?.querySelector("input") ?? form.querySelector("[type=submit]")).focus();
});
