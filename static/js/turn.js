/** One question with its answer on the page. All texts come from the page's templates and messages. */
import { offerSubscription } from "./subscribe.js";
import { offerWhy } from "./why.js";

const FIRST_SOURCES = 3;
const MORE_SOURCES = 5;
/** Of anything else nobody makes plainer words. */
export const WHOLE = ["done", "done_without_llm"];
/** Warnings of an answer that ended too early, whatever its state. */
export const CUT = ["cut_off", "content_filter"];

/** Where in the document: its page, in a workbook the sheet and its cells. */
const placeOf = ({ page, sheet, cells }, messages) =>
  cells ? `, ${sheet}!${cells}` : page ? `, ${messages.page.replace("%s", page)}` : "";

const slotOf = (element, name) => element.querySelector(`[data-slot="${name}"]`);
const cloneOf = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

/** What may stand around a quote, by the names of the contract. */
const AROUND = ["section", "preceding", "following"];

/** As apps/text/grammar/strip_link_addresses.py: of the links of Markdown their texts. */
const linkTexts = (quote) =>
  quote.replace(/!?\[([^[\]\n]*)\]\([^()\s]*(?: "[^"\n]*")?\)/g, "$1").replace(/!?\[(?=[^[\]\n]*$)/, "");

/** A passage: the quote between what stands around it on its page, in which it may be narrowed. A heading that the quote
 * before has, too, is not said again. */
function quoted(citation, index, all, context) {
  const block = Object.assign(document.createElement("blockquote"), { textContent: linkTexts(citation.quote) });
  block.dataset.slot = "quote";
  if (citation.url) block.dataset.href = citation.url;
  const around = (name) => {
    if (!citation[name] || (name === "section" && citation.section === all[index - 1]?.section)) return [];
    const shown = context[name].cloneNode(true);
    slotOf(shown, `${name}-text`).textContent = citation[name];
    return [shown];
  };
  const passage = Object.assign(document.createElement("div"), { className: "passage", dir: "auto" });
  passage.dataset.slot = "passage";
  // Between them spaces: they run on as one text.
  for (const piece of [...around("section"), ...around("preceding"), block, ...around("following")]) passage.append(piece, " ");
  return passage;
}

export class TurnView {
  constructor(question, messages) {
    this.messages = messages;
    this.element = cloneOf("turn-template");
    this.text = slotOf(this.element, "text");
    this.write("question", question);
  }

  write(name, text) {
    const slot = slotOf(this.element, name);
    slot.textContent = text;
    slot.hidden = !text;
  }

  show(name, visible = true) {
    slotOf(this.element, name).hidden = !visible;
  }

  step(name) {
    this.write("status", this.messages.steps[name] ?? "");
  }

  append(piece) {
    this.text.append(piece);
  }

  sources(citations) {
    const numbers = [...new Set(citations.map(({ number }) => number))];
    const cards = numbers.map((number) => this.source(citations.filter((one) => one.number === number)));
    slotOf(this.element, "source-list").replaceChildren(...cards);
    this.show("sources", citations.length > 0);
    this.reveal(FIRST_SOURCES);
  }

  /** A card for one page with all of its quotes. */
  source(citations) {
    const [citation] = citations;
    const item = cloneOf("source-template");
    const fill = (name, text) => Object.assign(slotOf(item, name), { textContent: text, hidden: !text });
    item.value = citation.number;
    fill("number", citation.number);
    fill("title", citation.title);
    fill("page", placeOf(citation, this.messages));
    const context = Object.fromEntries(AROUND.map((name) => [name, slotOf(item, name)]));
    for (const shown of Object.values(context)) shown.remove();
    const quotes = citations.filter(({ quote }) => quote).map((...place) => quoted(...place, context));
    slotOf(item, "passage").replaceWith(...quotes);
    if (citation.url) slotOf(item, "link").href = citation.url;
    slotOf(item, "unproved").hidden = citation.verified || Boolean(citation.withdrawn);
    slotOf(item, "withdrawn").hidden = !citation.withdrawn;
    return item;
  }

  /** Shows the first sources only; the button stays as long as some are hidden. */
  reveal(shown) {
    const items = [...slotOf(this.element, "source-list").children];
    items.forEach((item, position) => (item.hidden = position >= shown));
    this.element.querySelector('[data-action="more"]').hidden = shown >= items.length;
  }

  /** Shows more sources and moves the focus to the first of them, because the button may be gone. */
  revealMore() {
    const next = this.element.querySelector(".source[hidden]");
    this.reveal(this.element.querySelectorAll(".source:not([hidden])").length + MORE_SOURCES);
    slotOf(next, "link").focus();
  }

  /** Swaps the streamed text once for what the server has rendered and sanitised. */
  finish(done) {
    this.element.dataset.state = done.state;
    if (done.answer_html) this.fill(done.answer_html);
    this.write("status", "");
    this.warnings(done.warnings ?? []);
    this.offerAgain(done.warnings ?? []);
    this.show("legend", (done.sentences ?? []).length > 0);
    this.show("after");
    this.origin(done);
    this.element.querySelector('[data-action="simple"]').hidden = !WHOLE.includes(done.state);
    offerWhy(this.element, done);
    offerSubscription(this.element, done);
  }

  /** Sanitised by the server. The bullets of a German list stand on its left on an Arabic page, too. */
  fill(html) {
    this.text.innerHTML = html;
    for (const list of this.text.querySelectorAll("ul, ol")) list.dir = "auto";
  }

  /** Who made the answer, for readers and for programs. A refusal, or one stopped before its first word, is nobody's. */
  origin({ state, ai_generated: isWritten }) {
    this.markWritten(isWritten);
    const isNobodys = state === "refused" || !this.hasWords;
    this.write("label", isNobodys ? "" : this.messages[isWritten ? "label_ai" : "label_extracts"]);
  }

  /** Whether the answer says anything but what is noted below it. */
  get hasWords() {
    const pieces = [...this.text.childNodes].filter((piece) => !piece.classList?.contains("answer-notice"));
    return pieces.some(({ textContent }) => textContent.trim());
  }

  get notices() {
    return [...this.text.querySelectorAll(".answer-notice")].map(({ textContent }) => textContent);
  }

  get sourceCount() {
    return slotOf(this.element, "source-list").childElementCount;
  }

  get isWritten() {
    return slotOf(this.element, "answer").dataset.aiGenerated === "true";
  }

  markWritten(isWritten) {
    const { dataset } = slotOf(this.element, "answer");
    if (isWritten) Object.assign(dataset, { aiGenerated: "true", digitalSourceType: "trainedAlgorithmicMedia" });
    else for (const name of ["aiGenerated", "digitalSourceType"]) delete dataset[name];
  }

  /** A fixed answer in place of one from the documents: no sources, no label, nothing to rate. */
  card(done) {
    this.element.dataset.state = "fixed";
    this.text.innerHTML = done.answer_html;
    this.write("status", "");
  }

  /** The card of a crisis that the question may speak of, above the answer. */
  help({ html }) {
    slotOf(this.element, "help").innerHTML = html; // Rendered by the server from the rules of the service.
    this.show("help");
  }

  /** What readers should check themselves; sentences without proof are marked in the answer. */
  warnings(warnings) {
    const known = warnings.filter(({ kind }) => kind in this.messages.warnings);
    const lines = known.map(({ kind, text }) => {
      const line = document.createElement("li");
      line.textContent = `${this.messages.warnings[kind]} ${text}`;
      return line;
    });
    slotOf(this.element, "warnings").replaceChildren(...lines);
    this.show("warnings", lines.length > 0);
  }

  /** Below an answer that broke off without its reader: the same question as a new one. */
  offerAgain(warnings) {
    slotOf(this.element, "again").firstElementChild.value = slotOf(this.element, "question").textContent;
    this.show("again", warnings.some(({ kind }) => kind === "interrupted"));
  }

  fail(message, { mayRetry }) {
    this.element.dataset.state = "failed";
    this.write("status", "");
    this.write("failure-text", message);
    this.show("failure");
    this.element.querySelector('[data-action="retry"]').hidden = !mayRetry;
  }

  /** Answer, sources and label as plain text: the label must survive copying. */
  plainText() {
    const sources = [...slotOf(this.element, "source-list").children].map((item) => {
      const link = slotOf(item, "link");
      const told = item.querySelectorAll('[data-slot="quote"], .context');
      const quotes = [...told].map(({ textContent }) => textContent).join(" … ");
      return `[${item.value}] ${link.textContent} ${quotes} ${link.href}`.trim();
    });
    return [this.text.innerText.trim(), ...sources, slotOf(this.element, "label").textContent].join("\n\n");
  }
}
