/** Says an answer in plain language, and back again: the answer as it was stays what is stored. */
export class PlainLanguage {
  constructor(view, conversation) {
    this.view = view;
    this.conversation = conversation;
    this.shows = "original";
  }

  async toggle(button) {
    if (button.getAttribute("aria-busy") === "true") return;
    this.original ??= this.view.text.innerHTML;
    if (this.shows === "original" && !(await this.fetch(button))) return;
    this.show(this.shows === "original" ? "plain" : "original", button);
  }

  /** Asks the server once; what it says is kept. False when there is no plain text. */
  async fetch(button) {
    if (this.plain) return true;
    button.setAttribute("aria-busy", "true");
    this.view.write("thanks", this.view.messages.simplifying);
    const body = new URLSearchParams({ conversation: this.conversation(), turn: this.view.turn });
    const headers = { "X-Requested-With": "script" };
    const answer = await fetch("/plain-language", { method: "POST", body, headers }).catch(() => null);
    const record = await answer?.json().catch(() => null);
    button.removeAttribute("aria-busy");
    this.view.write("thanks", record?.html ? "" : (record?.error ?? this.view.messages.lost_simple));
    this.plain = record?.html && record;
    return Boolean(this.plain);
  }

  changesNothing() {
    return wordsOf(this.plain.html) === wordsOf(this.original);
  }

  show(which, button) {
    this.shows = which;
    this.view.fill(which === "plain" ? this.plain.html : this.original);
    this.view.write("plain-label", which === "plain" ? this.plain.label : "");
    button.setAttribute("aria-pressed", which === "plain");
    this.wasWritten ??= this.view.isWritten;
    this.view.markWritten(which === "plain" ? this.plain.ai_generated : this.wasWritten);
    const { simplified, simple_already: already } = this.view.messages;
    if (which === "plain") this.view.write("thanks", this.changesNothing() ? already : simplified);
  }
}

/** What is said, without the marks of sources and their explanations. */
function wordsOf(html) {
  const said = new DOMParser().parseFromString(html, "text/html").body;
  for (const mark of said.querySelectorAll("a, small, .answer-notice, .conflict-notice")) mark.remove();
  return said.textContent.replace(/\s+/g, " ").trim();
}
