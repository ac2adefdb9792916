// Asks step by step and says what is going on; the key stays in its field. Without this script the form is sent whole.
const form = document.querySelector("form.connect");
const steps = form.querySelector(".steps");
const models = form.querySelector(".models");
const name = form.elements.name;

function say(text, state) {
  const item = Object.assign(document.createElement("li"), { textContent: text, className: state });
  steps.append(item);
  return item;
}

async function ask(step) {
  const body = new FormData(form);
  body.set("step", step);
  const waiting = say(step === "list" ? form.dataset.askingList : form.dataset.askingModel, "waiting");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    return await answer.json();
  } catch {
    return { ok: false, sentences: [{ state: "problem", text: form.dataset.broken }], models: [] };
  } finally {
    waiting.remove();
  }
}

/** A button that is switched off would lose the focus, and whoever works by keyboard begins again at the top. */
function mark(isBusy) {
  form.ariaBusy = isBusy;
  for (const button of form.querySelectorAll("button")) button.ariaDisabled = isBusy;
}

function choose(names) {
  const options = names.map((each) => Object.assign(document.createElement("option"), { value: each }));
  document.getElementById("models-of-server").replaceChildren(...options);
  models.hidden = !names.length;
  models.replaceChildren(
    ...names.map((each) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: each });
      button.addEventListener("click", () => {
        name.value = each;
        name.focus();
      });
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
}

// The browser refuses a field before anything is sent: what was said of the values before is no longer true.
form.addEventListener("invalid", () => steps.replaceChildren(), true);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  mark(true);
  steps.replaceChildren();
  form.querySelector(".key-again")?.remove();
  const step = event.submitter?.value === "list" || !name.value.trim() ? "list" : "connect";
  const { ok, sentences, models: names, url } = await ask(step);
  sentences.forEach(({ text, state }) => say(text, state));
  if (step === "list") choose(names);
  if (ok && names.length === 1 && !name.value) name.value = names[0];
  if (url) {
    say(form.dataset.done, "ok");
    location.assign(url);
    return;
  }
  mark(false);
});
