// Renews what the page shows every five seconds, as long as the server says that something is under way. Focus, what is
// unfolded and what somebody types stay; without this script the page is loaded again as a whole.
const PERIOD = 5000;
const content = document.getElementById("content-main");
const said = Object.assign(document.createElement("p"), { className: "visually-hidden" });
said.setAttribute("role", "status");
document.body.append(said);

const textOf = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";
const stateOf = (page) => textOf(page.querySelector("[data-state]"));
const controls = () => [...content.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")];
const isTyped = ({ value, defaultValue }) => defaultValue !== undefined && value !== defaultValue;
const canBeTicked = ({ type }) => type === "checkbox" || type === "radio";
const isTicked = ({ checked, defaultChecked }) => checked !== defaultChecked;

/** A list without a default shows its first option. */
function isChosen({ localName, multiple, options }) {
  if (localName !== "select") return false;
  const defaults = [...options].filter((option) => option.defaultSelected);
  const shown = defaults.length || multiple ? defaults : [...options].slice(0, 1);
  return [...options].some((option) => option.selected !== shown.includes(option));
}

const isChanged = (control) => isChosen(control) || (canBeTicked(control) ? isTicked : isTyped)(control);

/** A page beside the content goes back to its link when it is closed, and what was typed would be gone. */
function mayRenew() {
  return !document.querySelector("dialog[open]") && !document.activeElement.matches("select") && !controls().some(isChanged);
}

/** What stays the same when the page is renewed; the summary of a case gets its score only when it was judged. */
function nameOf(control) {
  const text = control.localName === "summary" ? "" : textOf(control);
  return [control.closest("[id]").id, control.localName, control.getAttribute("href"), control.name, text].join(" ");
}

/** Each control by its name; equal ones are numbered within the nearest part that has an id, such as a case. */
function named() {
  const counts = new Map();
  return new Map(controls().map((control) => {
    const name = nameOf(control);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return [`${name} ${counts.get(name)}`, control];
  }));
}

function take(fresh) {
  const { activeElement } = document;
  const hadFocus = content.contains(activeElement);
  const before = named();
  content.replaceChildren(...fresh.childNodes);
  let focused = content;
  for (const [name, control] of named()) {
    const known = before.get(name);
    if (known?.localName === "summary") control.parentElement.open = known.parentElement.open;
    if (known && known === activeElement) focused = control;
  }
  if (hadFocus) focused.focus({ preventScroll: true });
}

function show(page) {
  const before = stateOf(document);
  take(page.getElementById("content-main"));
  if (stateOf(document) !== before) said.textContent = stateOf(document);
}

async function renew() {
  const answer = mayRenew() && (await fetch(location.href).catch(() => null));
  // Signed out meanwhile: the page to sign in comes in place of this one.
  if (answer?.redirected) return location.reload();
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // Somebody may have begun to type while the server answered.
    if (mayRenew()) {
      show(page);
      if (!page.querySelector("script[data-renews]")) return;
    }
  }
  setTimeout(renew, PERIOD);
}

content.tabIndex = -1;
setTimeout(renew, PERIOD);
