/** The forms that share, save and delete a conversation: they work by themselves, this fills in which one is meant. */
import { drop, memory } from "./memory.js";

const forms = document.querySelectorAll("form[data-of-conversation]");

/** Shows the forms as soon as there is a conversation. */
export function offerRights() {
  for (const form of forms) {
    if (memory.conversation) form.elements.conversation.value = memory.conversation;
    form.hidden = !form.elements.conversation.value;
  }
}

/** Asks before anything is deleted, then forgets it here too. */
export function confirmed(form) {
  if (!form.dataset.asks) return true;
  if (!confirm(form.dataset.asks)) return false;
  drop([...form.querySelectorAll('[name="conversation"]')].map((field) => field.value));
  return true;
}

document.addEventListener("submit", (event) => {
  if (!confirmed(event.target)) event.preventDefault();
  event.target.closest("details")?.removeAttribute("open");
});
