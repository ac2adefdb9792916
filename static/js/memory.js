/** What this tab remembers: token, answers shown, the question under way, so that a reload loses nothing. */
const KEY = "auskunft-conversation";

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // Storage may be switched off or full: the page works without it.
  }
}

/** Who is signed in; empty for a visitor. */
const person = document.body.dataset.person ?? "";

export const memory = { person: "", conversation: null, turns: [], pending: null, draft: "", ...read() };

export function remember() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // See above.
  }
}

export function forget() {
  memory.conversation = null;
  memory.turns = [];
  memory.pending = null;
  memory.draft = "";
  remember();
  document.dispatchEvent(new Event("forgotten"));
}

// Somebody has signed out, here or elsewhere: what this tab shows of theirs is for nobody else.
if (memory.person && memory.person !== person) forget();
memory.person = person;

/** What this browser remembers of earlier conversations: [{token, title, at}], newest first. */
const KNOWN = "auskunft-conversations";
const MOST_KNOWN = 100;

export function known() {
  try {
    const list = JSON.parse(localStorage.getItem(KNOWN)) ?? [];
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function keepKnown(list) {
  try {
    localStorage.setItem(KNOWN, JSON.stringify(list.slice(0, MOST_KNOWN)));
  } catch {
    // See above.
  }
}

/** Puts the conversation on top of the list; its first question stays its title. The server lists those of a person. */
export function note(token, title) {
  if (person) return keepKnown(known().filter((one) => one.token !== token));
  const old = known().find((one) => one.token === token);
  const rest = known().filter((one) => one.token !== token);
  keepKnown([{ token, title: old?.title ?? title, at: Date.now() }, ...rest]);
}

export function drop(tokens) {
  keepKnown(known().filter((one) => !tokens.includes(one.token)));
  if (tokens.includes(memory.conversation)) forget();
}
