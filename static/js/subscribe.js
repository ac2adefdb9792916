/** The form that subscribes to an answer: it works by itself, this fills in which answer is meant. */
import { memory } from "./memory.js";

/** Called with each answer that is complete. In a frame on another site the form would reach nobody. */
export function offerSubscription(element, { turn, may_subscribe: isOffered }) {
  const form = element.querySelector('form[data-slot="subscribe"]');
  if (!form || !turn || !isOffered || window !== window.top) return;
  form.hidden = false;
  form.elements.turn.value = turn;
  form.addEventListener("submit", () => (form.elements.conversation.value = memory.conversation ?? ""));
}
