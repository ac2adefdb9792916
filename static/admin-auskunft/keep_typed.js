// Keeps what somebody sends while the page to sign in comes in place of an answer; the form behind it would be empty.
// Only in this tab, until the next page, and only for the same person.
import { csrfToken } from "../js/csrf_token.js";

const KEPT = "typed";
const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? "";
const here = () => location.pathname + location.search;
const posted = () => [...document.querySelectorAll("#content form[method=post], #content-main form[method=post]")];

document.addEventListener("submit", ({ target: form }) => {
  const which = posted().indexOf(form);
  if (which < 0 || form.id === "login-form") return;
  // Whoever signed in again, in another tab, has another token than the form came with.
  const token = csrfToken();
  if (token && form.elements.csrfmiddlewaretoken) form.elements.csrfmiddlewaretoken.value = token;
  const values = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && isKept(form, name));
  const shown = values.map(([name, value]) => [name, value, optionOf(form.elements[name], value)?.text]);
  keep({ address: here(), person: meta("person"), which, values: shown });
});

function optionOf(field, value) {
  return [...(field?.options ?? [])].find((option) => option.value === value);
}

function isKept(form, name) {
  const [field] = [form.elements[name]].flat();
  return name !== "csrfmiddlewaretoken" && !name.endsWith("_FORMS") && field?.type !== "password";
}

function keep(typed) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(typed));
  } catch {
    // Without storage, or with more than it takes, all is as without this script.
  }
}

function take() {
  try {
    const typed = JSON.parse(sessionStorage.getItem(KEPT));
    sessionStorage.removeItem(KEPT);
    return typed;
  } catch {
    return null;
  }
}

function fill(form, values) {
  for (const field of form.elements) {
    if (!field.name || !isKept(form, field.name) || ["submit", "button", "file"].includes(field.type)) continue;
    const chosen = values.filter(([name]) => name === field.name);
    const given = chosen.map(([, value]) => value);
    // A field that looks its choices up came with those alone that are saved.
    for (const [, value, text] of chosen) if (field.options && !optionOf(field, value)) field.add(new Option(text, value));
    if (["checkbox", "radio"].includes(field.type)) field.checked = given.includes(field.value);
    else if (field.type === "select-multiple") for (const each of field.options) each.selected = given.includes(each.value);
    else if (given.length) field.value = given[0];
    for (let folded = field.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
  }
}

function say(sentence, form) {
  const line = Object.assign(document.createElement("p"), { className: "notice", textContent: sentence });
  line.setAttribute("role", "status");
  form.before(line);
}

const typed = take();
const signIn = document.getElementById("login-form");
if (typed && signIn) {
  keep({ ...typed, waits: true });
  // What was sent to an address that is no page comes back to the form.
  signIn.elements.next.value = typed.address;
  for (const link of document.querySelectorAll(".single-sign-on a")) {
    const address = new URL(link.href);
    address.searchParams.set("next", typed.address);
    link.href = address;
  }
  say(meta("typed-waits"), signIn);
} else if (typed?.waits && typed.address === here() && typed.person === meta("person")) {
  const form = posted()[typed.which];
  if (form) {
    fill(form, typed.values);
    say(meta("typed-is-back"), form);
  }
}
