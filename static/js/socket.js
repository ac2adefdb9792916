/** A websocket that comes back as long as somebody waits for an answer. */
const PAUSES = [300, 600, 1200, 2500, 5000, 10000, 10000];

export class Connection {
  /** `handlers`: opened(), received(frame), awaited() -> is an answer running, interrupted() before each further
   * attempt, lost() after the last one. */
  constructor(path, handlers) {
    this.address = location.origin.replace(/^http/, "ws") + path;
    this.handlers = handlers;
    this.waiting = [];
    this.attempts = 0;
  }

  open() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => {
      this.handlers.opened();
      this.waiting.splice(0).forEach((frame) => this.send(frame));
    };
    this.socket.onmessage = (message) => {
      const frame = JSON.parse(message.data);
      // A greeting comes before anything is known: what ends the connection may end it upon the question again.
      if (frame.type !== "hello") this.attempts = 0;
      this.handlers.received(frame);
    };
    this.socket.onclose = () => this.reopen();
  }

  reopen() {
    if (!this.handlers.awaited() && !this.waiting.length) return;
    if (this.attempts === PAUSES.length) {
      this.attempts = 0;
      this.handlers.lost();
      return;
    }
    this.handlers.interrupted();
    // Spread over time: after a restart of the server all visitors come back at once.
    const pause = PAUSES[this.attempts++] * (0.5 + Math.random());
    setTimeout(() => this.open(), pause);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Sends now or as soon as the connection stands. */
  send(frame) {
    if (this.isOpen) {
      this.socket.send(JSON.stringify(frame));
    } else {
      this.waiting.push(frame);
      this.open();
    }
  }
}
