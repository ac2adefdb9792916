/** What readers do with an answer: copy it, say what they think of it, see more sources. */
const TICK = 2000;

export async function copy(view, button) {
  const text = view.plainText();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text); // The clipboard needs https or localhost, or a permission.
  }
  button.dataset.done = "yes";
  view.write("thanks", view.messages.copied);
  setTimeout(() => {
    delete button.dataset.done;
    view.write("thanks", "");
  }, TICK);
}

function copyBySelection(text) {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export class Feedback {
  constructor(view, send) {
    this.view = view;
    this.send = send;
    this.form = view.element.querySelector('[data-slot="feedback"]');
    this.rating = null;
    this.form.onsubmit = (event) => this.submitReasons(event);
  }

  /** A thumb is sent at once; one that is down asks for reasons, which are added to it. */
  rate(rating) {
    // Sent again it would take reasons away that were given before.
    if (this.rating !== rating) this.submit(rating);
    this.press(rating);
    this.form.hidden = rating === "up";
    if (rating === "down") this.ask();
  }

  ask() {
    this.view.element.querySelector('[data-action="down"]').setAttribute("aria-expanded", true);
    this.form.querySelector("input").focus();
    this.form.scrollIntoView({ block: "nearest" });
  }

  press(rating) {
    this.rating = rating;
    for (const name of ["up", "down"]) {
      this.view.element.querySelector(`[data-action="${name}"]`).setAttribute("aria-pressed", name === rating);
    }
  }

  submitReasons(event) {
    event.preventDefault();
    const data = new FormData(this.form);
    this.view.element.querySelector('[data-action="down"]').focus(); // Its own button goes with the form.
    this.form.hidden = true;
    this.submit("down", data.getAll("reason"), data.get("comment"));
  }

  submit(rating, reasons = [], comment = "") {
    this.send({ type: "feedback", turn: this.view.turn, rating, reasons, comment });
    this.view.element.querySelector('[data-action="down"]').setAttribute("aria-expanded", false);
  }

  /** The server has kept it, or says why not. */
  answer(message) {
    this.view.write("thanks", message);
    setTimeout(() => this.view.write("thanks", ""), 3 * TICK);
  }
}
