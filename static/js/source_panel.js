/**
 * A source opens beside the chat: the picture of its page with the quote marked, taken from the page's own view.
 * With a key for a new tab or window, and where the page cannot be fetched, the link leads where it always did.
 */
const PAGE = /^\/documents\/\d+\/pages\/\d+\/$/;
const WIDE = matchMedia("(min-width: 62rem)");
const MOST_ZOOM = 3;
const STEP = 1.35;
const SMALL_GAP = 12; // Pixels.
const AROUND = 0.06; // Of the panel's width, on both sides of the mark.

const slotOf = (element, name) => element.querySelector(`[data-slot="${name}"]`);

export class SourcePanel {
  constructor(dialog) {
    this.dialog = dialog;
    this.page = slotOf(dialog, "panel-page");
    this.zoom = 1;
    this.isInHistory = false;
    dialog.addEventListener("click", ({ target }) => this.act(target.closest("[data-panel]")?.dataset.panel));
    dialog.addEventListener("keydown", (event) => this.key(event));
    // Told a moment later: by then it may be open again, in the other manner.
    dialog.addEventListener("close", () => dialog.open || this.closed());
    addEventListener("popstate", () => this.left());
    WIDE.addEventListener("change", () => dialog.open && this.place());
    // After a reload the panel is closed, but its place in the history is still there: the first Back would do nothing.
    if (history.state?.panel === "source") history.back();
  }

  /** Links to pages within this element open here. */
  offer(element) {
    element.addEventListener("click", (event) => {
      const link = event.target.closest("a[href]");
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const { origin, pathname } = new URL(link.href);
      if (origin !== location.origin || !PAGE.test(pathname)) return;
      event.preventDefault();
      this.open(link);
    });
  }

  async open(link) {
    if (link.ariaBusy) return;
    this.opener = link;
    const quotes = quotesBeside(link);
    // A slow network must not look like a link that does nothing.
    link.ariaBusy = "true";
    const isThere = await this.show(link.href);
    link.ariaBusy = null;
    if (!isThere) return window.open(link.href, document.querySelector("base")?.target || "_self");
    this.list(quotes, link.href);
    this.enterHistory();
    this.place();
    this.dialog.querySelector("h2").focus();
    await this.whenPictured(() => this.toMark());
  }

  /** Does it at once. Once more when the picture is there only where its size was not known before: a reader may have moved by then. */
  async whenPictured(scroll) {
    scroll();
    const picture = this.page.querySelector("img");
    if (!picture || picture.complete || picture.hasAttribute("height")) return;
    await picture.decode().catch(() => null);
    if (picture.isConnected) scroll();
  }

  /** In front of all on a narrow screen, beside the chat on a wide one, where the chat can still be used. */
  place() {
    if (this.dialog.open) this.dialog.close();
    if (WIDE.matches) this.dialog.show();
    else this.dialog.showModal();
  }

  /** The browser's button back closes the panel; readers would leave the chat otherwise. */
  enterHistory() {
    if (!this.isInHistory) history.pushState({ panel: "source" }, "");
    this.isInHistory = true;
  }

  left() {
    this.isInHistory = false;
    if (this.dialog.open) this.dialog.close();
  }

  closed() {
    this.opener?.focus();
    if (this.isInHistory) history.back();
  }

  /** False when the page cannot be had, such as that of a document that was withdrawn. */
  async show(address) {
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return false;
    const view = new DOMParser().parseFromString(await answer.text(), "text/html");
    const shown = view.querySelector(".page-picture") ?? view.querySelector(".reading");
    if (!shown) return false;
    slotOf(this.dialog, "panel-title").textContent = view.querySelector("h1").textContent;
    slotOf(this.dialog, "panel-place").textContent = view.querySelector('[aria-current="page"]')?.textContent ?? "";
    slotOf(this.dialog, "panel-whole").href = address;
    this.page.replaceChildren(document.adoptNode(shown)); // Our own page, sanitised by the server.
    return true;
  }

  list(quotes, address) {
    const buttons = quotes.map(({ text, href }) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
      button.addEventListener("click", () => this.other(button, href));
      button.setAttribute("aria-pressed", href === address);
      const item = document.createElement("li");
      item.append(button);
      return item;
    });
    const list = slotOf(this.dialog, "panel-quotes");
    list.replaceChildren(...buttons);
    list.hidden = buttons.length === 0;
  }

  async other(button, href) {
    if (!(await this.show(href))) return;
    for (const one of this.dialog.querySelectorAll(".panel-quotes button")) one.setAttribute("aria-pressed", one === button);
    await this.whenPictured(() => this.toMark());
  }

  /** Scrolled to the mark; on a narrow screen as large as the mark allows with all of its width in view. */
  toMark() {
    this.scale(1);
    const isPicture = this.page.querySelector(".page-picture") !== null;
    const marked = boundsOf(this.page.querySelectorAll(".quote-place, mark"));
    if (isPicture && marked && !WIDE.matches) this.scale((this.page.clientWidth * (1 - 2 * AROUND)) / marked.width);
    this.toMiddle();
  }

  scale(zoom) {
    this.zoom = Math.min(Math.max(zoom, 1), MOST_ZOOM);
    this.page.style.setProperty("--zoom", this.zoom);
  }

  toMiddle() {
    const marked = boundsOf(this.page.querySelectorAll(".quote-place, mark"));
    const frame = this.page.getBoundingClientRect();
    if (!marked) return this.page.scrollTo(0, 0);
    const isWider = marked.width > frame.width;
    // Of a row that does not fit, the beginning: there it says what it is about.
    if (isWider) this.page.scrollLeft += marked.left - frame.left - SMALL_GAP;
    else this.page.scrollLeft += marked.left + marked.width / 2 - (frame.left + frame.width / 2);
    this.page.scrollTop += marked.top + marked.height / 2 - (frame.top + frame.height / 2);
  }

  act(name) {
    if (name === "close") this.dialog.close();
    if (name === "larger" || name === "smaller") {
      this.scale(name === "larger" ? this.zoom * STEP : this.zoom / STEP);
      this.toMiddle();
    }
  }

  /** Escape closes here, too, and does not stop an answer. A modal dialog hears it by itself. */
  key(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    this.dialog.close();
  }
}

/** All quotes that the answer has of the page behind the link. */
function quotesBeside(link) {
  const card = [...(link.closest(".turn")?.querySelectorAll(".source") ?? [])].find((one) =>
    [...one.querySelectorAll("[data-href]")].some(({ dataset }) => new URL(dataset.href, location).href === link.href),
  );
  const quotes = [...(card?.querySelectorAll("[data-href]") ?? [])];
  return quotes.map((quote) => ({ text: quote.textContent, href: new URL(quote.dataset.href, location).href }));
}

function boundsOf(elements) {
  const boxes = [...elements].map((element) => element.getBoundingClientRect());
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  return { left, top, width, height: Math.max(...boxes.map((box) => box.bottom)) - top };
}
