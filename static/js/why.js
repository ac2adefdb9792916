/** The panel "Why these sources?": filled when a reader opens it for the first time. */
import { memory } from "./memory.js";

const slotOf = (element, name) => element.querySelector(`[data-slot="${name}"]`);

/** Called with each answer that is complete. */
export function offerWhy(element, { turn }) {
  const panel = slotOf(element, "why");
  if (!panel || !turn) return;
  panel.hidden = false;
  panel.addEventListener("toggle", () => fill(panel, turn));
}

async function fill(panel, turn) {
  if (!panel.open || panel.dataset.filled) return;
  panel.dataset.filled = "yes";
  const body = new FormData();
  body.set("conversation", memory.conversation ?? "");
  body.set("turn", turn);
  const text = slotOf(panel, "why-text");
  try {
    const answer = await fetch(panel.dataset.address, { method: "POST", body });
    if (!answer.ok) throw new Error(answer.status);
    text.innerHTML = await answer.text(); // Rendered by our own template, every value escaped.
  } catch {
    delete panel.dataset.filled;
    text.textContent = panel.dataset.failed;
  }
}
