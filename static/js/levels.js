/** How far the sentences of an answer are proved: asked for again as long as a second reader may still say more. */
const PAUSES = [8, 12, 20, 40, 80]; // Seconds; a worker begins within five.
const APART = 0.25; // Seconds between the answers of one page: all at once would be too many messages.

export class Levels {
  /** `place`: how many answers are above this one. */
  constructor(view, done, ask, place = 0) {
    this.view = view;
    this.done = done;
    this.ask = ask;
    this.apart = APART * place;
    this.asked = 0;
    if ((done.sentences ?? []).some(({ level }) => level === "quoted")) this.later();
  }

  later() {
    if (this.asked >= PAUSES.length) return;
    setTimeout(() => this.ask(this.done.turn), 1000 * (PAUSES[this.asked] + this.apart));
    this.asked += 1;
  }

  /** Exchanges the signs that have changed; true when any has. The rest of the answer, and where one reads it, stays. */
  answer({ waiting, sentences, answer_html }) {
    if (waiting) this.later();
    if (answer_html === this.done.answer_html) return false;
    Object.assign(this.done, { sentences, answer_html });
    const fresh = document.createElement("template");
    fresh.innerHTML = answer_html; // Sanitised by the server, like the answer itself.
    for (const sign of fresh.content.querySelectorAll("small[data-sentence]")) {
      this.view.text.querySelector(`small[data-sentence="${CSS.escape(sign.dataset.sentence)}"]`)?.replaceWith(sign);
    }
    return true;
  }
}
