// The page for plain language: sentences appear as they are checked. Without this script the form does the same at once.
import { csrfToken } from "./csrf_token.js";

const form = document.getElementById("simplify-form");
const status = document.getElementById("status");
const failure = document.getElementById("failure");
const progress = document.getElementById("progress");
const result = document.getElementById("result");
const sentences = document.getElementById("sentences");
const summary = document.getElementById("summary");
const copy = document.getElementById("copy");
let running = null;
let hasEnded = false;

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.hasAttribute("formaction")) return;
  event.preventDefault();
  const data = new FormData(form);
  data.set("pass", button?.value || "first");
  rewrite(data, button);
});

// Fires for every reading of the form: what is sent and what is only looked at are made small alike.
form.addEventListener("formdata", ({ formData }) => withoutSentences(formData));

// Thousands of sentences as one field: what was decided, in place of each with its choices.
function withoutSentences(data) {
  const text = decided(data);
  // A Word file goes back paragraph by paragraph, for which the originals are needed, too.
  if (data.get("file")?.size) data.set("decided_sentences", JSON.stringify(decisions(data)));
  for (const name of [...data.keys()]) if (/^(sentence|after-\d+|choice-\d+)$/.test(name)) data.delete(name);
  data.set("decided", text);
}

async function rewrite(data, button) {
  running?.abort();
  running = new AbortController();
  begin();
  try {
    const answer = await send(data, running.signal);
    if (!answer.ok || !answer.body) throw told(await reason(answer));
    await read(answer.body);
    if (!hasEnded) throw told(form.dataset.broken);
  } catch (error) {
    // What browsers say is English, and for programmers.
    if (error.name !== "AbortError") fail(error.sentence ?? form.dataset.broken);
  } finally {
    end(button);
  }
}

async function send(body, signal) {
  // Whoever signs in again, in another tab, gets another token than the form came with.
  const token = csrfToken();
  if (token) body.set("csrfmiddlewaretoken", token);
  const sent = fetch(form.dataset.stream, { method: "POST", body, signal });
  const answer = await sent.catch((error) => {
    throw error.name === "AbortError" ? error : told(form.dataset.unreachable);
  });
  // The page to sign in comes in place of the sentences.
  if (answer.redirected) throw told(form.dataset.signedOut);
  return answer;
}

function told(sentence) {
  return Object.assign(new Error(sentence), { sentence });
}

async function reason(answer) {
  const isJson = (answer.headers.get("content-type") || "").includes("json");
  return isJson ? (await answer.json()).message : form.dataset.broken;
}

// Events end with an empty line; a piece from the network may end anywhere.
async function read(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    pending += value;
    const events = pending.split("\n\n");
    pending = events.pop();
    for (const event of events) take(event);
  }
}

function take(event) {
  const [name, data] = event.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
  const value = JSON.parse(data);
  if (name === "sentence") {
    sentences.insertAdjacentHTML("beforeend", value.html);
    result.hidden = false;
  } else if (name === "progress" && value.parts > 1) {
    progress.max = value.parts;
    progress.value = value.done;
    status.textContent = value.message;
  } else if (name === "done") {
    summary.innerHTML = value.summary;
    status.textContent = value.message;
    document.getElementById("entry").open = false;
    hasEnded = true;
  } else if (name === "error") {
    fail(value.message);
    hasEnded = true;
  }
}

function begin() {
  hasEnded = false;
  failure.hidden = true;
  status.textContent = "…";
  progress.removeAttribute("value");
  progress.hidden = false;
  sentences.replaceChildren();
  summary.replaceChildren();
  for (const button of form.querySelectorAll("button[name=pass]")) button.disabled = true;
}

// A button that is disabled or folded away takes the focus along, and the keyboard would begin at the top again.
function end(pressed) {
  progress.hidden = true;
  for (const button of form.querySelectorAll("button[name=pass]")) button.disabled = false;
  if (document.activeElement !== document.body) return;
  if (failure.hidden) document.getElementById("result-title").focus();
  else pressed?.focus();
}

function fail(message) {
  status.textContent = "";
  failure.textContent = message;
  failure.hidden = false;
}

// The text as decided: edited, accepted or the original.
function decided(posted) {
  return decisions(posted)
    .map(([, after, separator]) => after + (separator || " "))
    .join("")
    .trim();
}

function decisions(posted) {
  return posted.getAll("sentence").map((packed) => {
    const [number, before, after, separator] = JSON.parse(packed);
    const edited = posted.get(`after-${number}`) ?? after;
    return [before, posted.get(`choice-${number}`) === "original" ? before : edited.trim(), separator];
  });
}

// Whoever writes a sentence of their own wants it, even if the suggestion was discarded before.
sentences.addEventListener("input", ({ target }) => {
  if (target.matches("textarea")) target.closest("li").querySelector('input[value="suggestion"]')?.click();
});

if (navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(new FormData(form).get("decided"));
    status.textContent = copy.dataset.done;
  });
}
