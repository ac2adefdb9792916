/** The chat page: one connection, one running answer at a time. Without this script the page is a plain form. */
import { copy, Feedback } from "./actions.js";
import { Announcer } from "./announcer.js";
import { csrfToken } from "./csrf_token.js";
import { Levels } from "./levels.js";
import { forget, memory, note, remember } from "./memory.js";
import { PlainLanguage } from "./plain.js";
import { offerRights } from "./rights.js";
import { Connection } from "./socket.js";
import { SourcePanel } from "./source_panel.js";
import { suggest } from "./suggestions.js";
import { CUT, TurnView, WHOLE } from "./turn.js";

const at = (id) => document.getElementById(id);
const page = at("chat");
const form = at("composer");
const input = at("question");
const messages = JSON.parse(at("messages").textContent);
/** From so many characters left on, the page counts them. */
const NEAR_LIMIT = 200;
const announcer = new Announcer(at("announcer"));
const feedback = new Map();
const levels = new Map();
let running = null;
let rated = null;

const connection = new Connection("/ws/chat/", {
  awaited: () => running !== null,
  // Asking again with the same id never starts a second answer: it joins the running one.
  opened: () => {
    if (!running) return;
    running.view.step(running.step);
    running.seq ? resume() : askRunning();
  },
  received: (frame) => {
    if (isOfAnotherAnswer(frame)) return askAgain();
    (receive[frame.type] ?? ignore)(frame);
  },
  interrupted: () => {
    running?.view.step("reconnecting");
    if (running) announcer.say(messages.steps.reconnecting);
  },
  lost,
});

const receive = {
  status: current(({ step }) => {
    running.step = step;
    running.view.step(step);
    if (step === "searching") announcer.say(messages.steps[step]);
  }),
  help: current((card) => {
    running.view.help(card);
    announcer.say(`${card.heading} ${card.text}`);
  }),
  delta: current(({ text }) => {
    running.view.append(text);
    announcer.add(text);
  }),
  sources: current(({ citations }) => {
    running.citations = citations;
    running.view.sources(citations);
  }),
  done: current(finish),
  feedback: ({ turn }) => feedback.get(turn)?.answer(messages.thanks),
  levels: (frame) => levels.get(frame.turn)?.answer(frame) && remember(),
  error: ({ id, turn, code, message }) => {
    if (code === "unknown_conversation") memory.conversation = null;
    if (running && isOfRunning(id, turn, code)) fail(message, code);
    else if (!id && (!turn || rated === feedback.get(turn))) rated?.answer(message);
  },
};

function ignore() {}

/** A refusal without an id may be that of another frame: one too many ends no answer that has begun to come. */
function isOfRunning(id, turn, code) {
  if (id || turn) return id === running.id;
  return code !== "rate_limited" || running.seq === 0;
}

/** Frames of the running answer, each once: after a reconnection the server may repeat some. */
function current(handle) {
  return (frame) => {
    if (frame.id !== running?.id || frame.seq <= running.seq) return;
    running.seq = frame.seq;
    running.isResuming = false;
    if (frame.conversation) memory.conversation = frame.conversation;
    handle(frame);
  };
}

/** A conversation that two tabs share goes on with the newest answer, which may be the other tab's. */
function isOfAnotherAnswer(frame) {
  return running?.isResuming && frame.seq !== undefined && frame.id !== running.id;
}

/** By its id the question joins its own answer from the beginning. */
function askAgain() {
  running.isResuming = false;
  running.seq = 0;
  running.view.text.replaceChildren();
  askRunning();
}

/** A question has one id, whatever happens to page and connection: it is answered once. */
function ask(question, id = crypto.randomUUID?.() ?? String(Math.random()).slice(2)) {
  if (running || !question) return;
  const view = place(question);
  running = { id, question, seq: 0, step: "sending", view };
  memory.pending = { id, question };
  remember();
  view.step("sending");
  view.element.scrollIntoView();
  write("");
  setRunning(true);
  if (connection.isOpen) askRunning();
  else connection.open();
}

/** What stands in the box, which a reload keeps. */
function write(text) {
  input.value = text;
  kept();
}

function kept() {
  memory.draft = input.value;
  remember();
  const left = input.dataset.longest - [...input.value].length;
  const isTooLong = left < 0;
  input.setCustomValidity(isTooLong ? messages.too_long : "");
  at("room").hidden = left > NEAR_LIMIT;
  at("room").textContent = isTooLong ? messages.too_long : messages.room.replace("%s", left);
}

function askRunning() {
  const { id, question } = running;
  const language = document.documentElement.lang;
  connection.send({ type: "ask", id, text: question, conversation: memory.conversation, language, ...chosenFilters() });
}

/** What the fields below the question narrow the search to; nothing where none is filled in. */
function chosenFilters() {
  const filled = [...form.querySelectorAll("[data-filter]")].filter((field) => field.value.trim());
  const filters = Object.fromEntries(filled.map((field) => [field.name, field.value.trim()]));
  return filled.length ? { filters } : {};
}

function resume() {
  if (!memory.conversation) return askRunning();
  running.isResuming = true;
  connection.send({ type: "resume", conversation: memory.conversation, after: running.seq });
}

function finish(done) {
  const { view, question, citations = [] } = running;
  if (done.fixed) return showCard(view, done);
  conclude(view, done);
  // What may be a crisis is not kept as one, and names no conversation: others may use this browser.
  const mayBeNeed = Boolean(done.help);
  done.help = null;
  const record = { question, citations, done };
  memory.turns.push(record);
  suggest(view, record, form);
  if (!mayBeNeed) note(memory.conversation, memory.turns[0].question);
  offerRights();
  announce(view, done);
  setRunning(false);
}

/** How the answer ended. A refusal comes at the end, in place of whatever was written before. */
function announce(view, { state, warnings = [] }) {
  if (state === "refused") return announcer.replace(view.text.innerText);
  announcer.finish();
  view.notices.forEach((notice) => announcer.say(notice));
  const isCut = warnings.some(({ kind }) => CUT.includes(kind));
  if (WHOLE.includes(state) && !isCut) announcer.say(messages.finished.replace("%s", view.sourceCount));
}

/** A card of the rules of the service: neither the server nor this browser keeps the message. */
function showCard(view, done) {
  view.card(done);
  announcer.finish(`${done.fixed.heading} ${done.fixed.text}`);
  setRunning(false);
}

/** The answer goes on at the server: asked again with the same id it is not answered twice. */
function lost() {
  if (running) running.view.id = running.id;
  fail(messages.lost);
}

function fail(message, code) {
  if (!running) return;
  // The same words would be refused again; here they can be changed.
  const isToBeChanged = code === "personal_data" || code === "too_long";
  if (isToBeChanged) input.value = running.question;
  if (code === "too_long") kept();
  running.view.fail(message, { mayRetry: !isToBeChanged });
  running.view.question = running.question;
  // Asked again as the same question it is answered once: it may be stored as soon as the database is back, or as soon
  // as the process that writes it is ready.
  if (code === "database_unavailable" || code === "not_running") running.view.id = running.id;
  announcer.finish(message);
  setRunning(false);
}

function conclude(view, done) {
  view.turn = done.turn;
  view.finish(done);
  feedback.set(done.turn, new Feedback(view, sendFeedback));
  levels.set(done.turn, new Levels(view, done, askLevels, levels.size));
}

/** Kept with the answer: whoever sees it again sees what they thought of it. */
function sendFeedback(frame) {
  const record = memory.turns.find(({ done }) => done.turn === frame.turn);
  if (record) record.rating = frame.rating;
  remember();
  rated = feedback.get(frame.turn);
  connection.send({ ...frame, conversation: memory.conversation });
}

function askLevels(turn) {
  if (!connection.isOpen) return;
  connection.send({ type: "levels", turn, conversation: memory.conversation });
}

function setRunning(isRunning) {
  // Whoever writes somewhere else meanwhile, or on the page around a frame, goes on there.
  const isHere = form.contains(document.activeElement) || (window === parent && document.activeElement === document.body);
  if (!isRunning) {
    running = null;
    memory.pending = null;
    remember();
  }
  at("send").hidden = isRunning;
  at("stop").hidden = !isRunning;
  if (isRunning || isHere) input.focus({ preventScroll: true });
}

function place(question) {
  const view = new TurnView(question, messages);
  const plain = new PlainLanguage(view, () => memory.conversation);
  const actions = {
    copy: (button) => copy(view, button),
    up: () => feedback.get(view.turn).rate("up"),
    down: () => feedback.get(view.turn).rate("down"),
    more: () => view.revealMore(),
    simple: (button) => plain.toggle(button),
    retry: () => {
      if (running) return;
      view.element.remove();
      ask(view.question, view.id);
    },
  };
  view.element.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-action]");
    if (button) actions[button.dataset.action](button);
  });
  at("turns").append(view.element);
  page.dataset.talking = "yes";
  at("new-conversation").hidden = false;
  return view;
}

/** Without a connection nobody hears it; the reader gets the question back all the same. */
function stop() {
  if (!running) return;
  if (connection.isOpen) connection.send({ type: "stop", id: running.id });
  else lost();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask((event.submitter?.name === "example" ? event.submitter.value : input.value).trim());
});
input.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});
input.addEventListener("input", kept);
document.addEventListener("keydown", (event) => event.key === "Escape" && stop());
at("stop").addEventListener("click", stop);
at("new-conversation").addEventListener("click", forget);
at("sign-out")?.addEventListener("submit", forget);
// What still comes belongs to a conversation that this tab has left.
document.addEventListener("forgotten", () => (running = null));
// A page that the browser has kept shows what may have been deleted since, or is somebody else's.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

new SourcePanel(at("source-panel")).offer(at("turns"));
// Back from a form without script the server has written the conversation already, without what this script adds.
if (memory.turns.length && form.elements.conversation?.value === memory.conversation) at("turns").replaceChildren();
function showKept() {
  for (const record of memory.turns) {
    const view = place(record.question);
    view.sources(record.citations);
    conclude(view, record.done);
    if (record.rating) feedback.get(record.done.turn).press(record.rating);
    if (record === memory.turns.at(-1)) suggest(view, record, form);
  }
}

/** Since this tab has kept its answers a source may have been withdrawn, or the conversation deleted. */
async function renew() {
  const body = new URLSearchParams({ conversation: memory.conversation });
  const headers = { "X-CSRFToken": csrfToken() ?? "" };
  const answer = await fetch(page.dataset.restore, { method: "POST", body, headers }).catch(() => null);
  if (answer?.status === 404) {
    forget();
    return location.reload();
  }
  const stored = answer?.ok ? await answer.json() : null;
  if (running || stored?.conversation !== memory.conversation) return;
  const byTurn = new Map(stored.turns.map((record) => [record.done.turn, record]));
  const count = (record) => record?.citations.filter((one) => one.withdrawn).length ?? 0;
  const withdrawn = memory.turns.filter((record) => count(byTurn.get(record.done.turn)) > count(record));
  if (!withdrawn.length) return;
  for (const record of withdrawn) Object.assign(record, byTurn.get(record.done.turn));
  remember();
  at("turns").replaceChildren();
  showKept();
}

showKept();
if (memory.conversation && memory.turns.length) renew();
offerRights();
// What a browser remembers of the height of a page is of no use before the turns stand on it.
if (memory.turns.length > 1 && scrollY === 0) at("turns").lastElementChild.scrollIntoView();
if (memory.draft && !input.value) write(memory.draft);
if (memory.pending) ask(memory.pending.question, memory.pending.id);
connection.open();
// From here on the form is this script's; before, the browser sends it by itself, and Enter does not.
at("composer-hint").hidden = false;
input.setAttribute("aria-describedby", "composer-hint room notice");
// Ready to type in, but not scrolled to: enlarged, the page would begin below its own name. In a frame the page around
// has the focus.
if (window === parent && document.activeElement === document.body && !location.hash) input.focus({ preventScroll: true });
page.dataset.ready = "yes";
// In a frame: what put it there shows a link in its place where the frame stays empty. It learns nothing else.
if (parent !== window) parent.postMessage("auskunft-is-there", "*");
