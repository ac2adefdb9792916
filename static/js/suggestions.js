/** Questions below the newest answer that the documents answer, too: asked for once, then kept with the answer. */
import { memory, remember } from "./memory.js";

const slotOf = (element) => element.querySelector('[data-slot="suggestions"]');

/** `record` is what the page remembers of the answer. */
export async function suggest(view, record, form) {
  record.suggestions ??= await fetched(record.done.turn, form);
  remember();
  show(view, record.suggestions, form);
}

async function fetched(turn, form) {
  const body = new FormData();
  body.set("conversation", memory.conversation ?? "");
  body.set("turn", turn);
  const answer = await fetch(form.dataset.suggestions, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return [];
  return (await answer.json()).questions;
}

function show(view, questions, form) {
  const slot = slotOf(view.element);
  for (const { text, language } of questions) {
    const button = Object.assign(document.createElement("button"), {
      name: "example", value: text, lang: language, dir: "auto", textContent: text, formNoValidate: true,
    });
    button.setAttribute("form", form.id);
    slot.append(button);
  }
  slot.hidden = questions.length === 0;
  // They come a moment after the answer, above its buttons: one that has the focus would move below the box.
  // Who clicked it may have scrolled on.
  view.element.querySelector(":focus-visible")?.scrollIntoView({ block: "nearest" });
}
