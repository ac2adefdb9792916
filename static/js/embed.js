/**
 * Puts the chat on another site, as a button that opens a frame:
 *   <script src="https://auskunft.example/static/js/embed.js" data-language="de" defer></script>
 * or in a place of its own: … data-into="#id-of-an-element". The site must be named in the rules of the service.
 * There is no key: the frame holds the public page and nothing else.
 */
(() => {
  const script = document.currentScript;
  const origin = new URL(script.src).origin;
  const language = script.dataset.language || document.documentElement.lang.slice(0, 2) || "de";
  const words = language === "en" ? { open: "Ask a question", close: "Close", title: "Questions and answers" }
    : { open: "Frage stellen", close: "Schließen", title: "Fragen und Antworten" };

  const frame = document.createElement("iframe");
  frame.title = script.dataset.title || words.title;
  frame.loading = "lazy";
  frame.referrerPolicy = "origin";
  frame.style.cssText = "display:block;width:100%;height:100%;border:0;border-radius:inherit";
  const load = () => frame.src || (frame.src = `${origin}/embed/?language=${encodeURIComponent(language)}`);

  const place = script.dataset.into && document.querySelector(script.dataset.into);
  if (place) {
    load();
    place.append(frame);
    return;
  }

  const panel = document.createElement("div");
  panel.hidden = true;
  panel.style.cssText = "position:fixed;right:1rem;bottom:5rem;z-index:2147483000;width:min(28rem,calc(100vw - 2rem));"
    + "height:min(44rem,calc(100vh - 7rem));border-radius:1rem;background:#fff;box-shadow:0 8px 40px rgb(0 0 0 / 25%)";
  panel.append(frame);

  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words.open;
  button.setAttribute("aria-expanded", "false");
  button.style.cssText = "position:fixed;right:1rem;bottom:1rem;z-index:2147483001;padding:.8rem 1.3rem;border:0;"
    + "border-radius:2rem;background:#14524f;color:#fff;font:600 1rem/1.2 system-ui,sans-serif;cursor:pointer";
  button.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    button.textContent = panel.hidden ? words.open : words.close;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    load();
    if (!panel.hidden) frame.focus();
  });
  document.body.append(panel, button);
})();
