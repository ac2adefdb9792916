/** Reads finished sentences to screen readers, never single tokens. */
/** A full stop behind a digit ends none: "9. Mai", "10.00 Uhr". */
const SENTENCE_END = /(?:[!?…:]|[^\d.]\.)[“”"»)]*(?:\s?\[\d+\])*\s+(?=\p{Lu}|$)|\n+/u;
const NOT_SAID = /^\s*[-*]\s|\s?\[\d+\]|[*_#`|]/gm;

export class Announcer {
  constructor(region) {
    this.region = region;
    this.rest = "";
  }

  add(text) {
    this.rest += text;
    for (let end; (end = SENTENCE_END.exec(this.rest)); ) {
      const length = end.index + end[0].length;
      this.say(this.rest.slice(0, length));
      this.rest = this.rest.slice(length);
    }
  }

  /** Says what is left of the answer, then the closing sentence. */
  finish(closing = "") {
    this.say(this.rest);
    this.rest = "";
    this.say(closing);
  }

  /** Says a whole text in place of what is left of the answer. */
  replace(text) {
    this.rest = "";
    this.add(text);
    this.finish();
  }

  say(text) {
    const sentence = text.replace(NOT_SAID, "").trim();
    if (!sentence) return;
    const line = document.createElement("p");
    line.textContent = sentence;
    this.region.append(line);
    while (this.region.childElementCount > 30) this.region.firstElementChild.remove();
  }
}
