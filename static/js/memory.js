/** What this tab remembers: token, answers shown, the question under way, so that a reload loses nothing. */
const KEY = "auskunft-conversation";

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // Storage may be switched off or full: the page works without it.
  }
}

export const memory = { conversation: null, turns: [], pending: null, ...read() };

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
  remember();
}
