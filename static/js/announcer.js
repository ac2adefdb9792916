/** Reads finished sentences to screen readers, never single tokens. */
const SENTENCE_END = /[.!?…:][“”"»)\]\d[]*\s+(?=\p{Lu}|$)|\n+/u;

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

  say(text) {
    const sentence = text.replace(/\[\d+\]|[*_#`|]/g, "").trim();
    if (!sentence) return;
    const line = document.createElement("p");
    line.textContent = sentence;
    this.region.append(line);
    while (this.region.childElementCount > 30) this.region.firstElementChild.remove();
  }
}
