/** The forms that share, save and delete a conversation: they work by themselves, this fills in which one is meant. */
import { drop, forget, memory } from "./memory.js";

const forms = document.querySelectorAll("form[data-of-conversation]");

/** Shows the forms as soon as there is a conversation. */
export function offerRights() {
  for (const form of forms) {
    if (memory.conversation) form.elements.conversation.value = memory.conversation;
    form.hidden = !form.elements.conversation.value;
  }
}

// What this browser remembers goes when the server says so: it is the only key to a conversation that is still there.
const deleted = document.getElementById("said")?.dataset.deleted;
if (deleted) drop(deleted.split(" "));

for (const link of document.querySelectorAll("[data-forgets]")) link.addEventListener("click", forget);

document.addEventListener("submit", (event) => {
  const { asks } = event.target.dataset;
  if (asks && !confirm(asks)) event.preventDefault();
  event.target.closest("details")?.removeAttribute("open");
});
