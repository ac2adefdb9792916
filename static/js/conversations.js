/** The list of conversations: those this browser remembers, opened where they ended. */
import { known, memory, remember } from "./memory.js";
import "./rights.js";

const at = (id) => document.getElementById(id);
const list = at("kept-list");
const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

function item({ token, title, at: time }) {
  const element = at("kept-template").content.firstElementChild.cloneNode(true);
  for (const field of element.querySelectorAll('[name="conversation"]')) field.value = token;
  element.querySelector('[data-slot="title"]').textContent = title;
  element.querySelector('[data-slot="date"]').textContent = date.format(time);
  return element;
}

if (at("kept").dataset.signedIn === "no") {
  list.replaceChildren(...known().map(item));
  for (const { token } of known()) {
    at("delete-all").append(Object.assign(document.createElement("input"), { type: "hidden", name: "conversation", value: token }));
  }
}
at("kept-none").hidden = list.childElementCount > 0;
at("delete-all").hidden = list.childElementCount === 0;

/** Takes the turns of the server into this tab, then goes on with them on the chat page. Gives what to say instead. */
async function open(form) {
  try {
    const answer = await fetch(list.dataset.restore, { method: "POST", body: new FormData(form) });
    if (!answer.ok) return answer.status === 404 ? list.dataset.gone : list.dataset.failed;
    const { conversation, turns } = await answer.json();
    Object.assign(memory, { conversation, turns, pending: null });
    remember();
    location.href = form.action;
    return "";
  } catch {
    return list.dataset.failed; // No connection.
  }
}

list.addEventListener("submit", async (event) => {
  if (event.target.dataset.does !== "open") return;
  event.preventDefault();
  at("kept-said").textContent = await open(event.target);
});
