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
  const WORDS = {
    de: ["Frage stellen", "Schließen", "Fragen und Antworten"],
    "de-simple": ["Etwas fragen", "Schließen", "Fragen und Antworten"],
    ar: ["اطرحوا سؤالًا", "إغلاق", "أسئلة وأجوبة"],
    en: ["Ask a question", "Close", "Questions and answers"],
    es: ["Hacer una pregunta", "Cerrar", "Preguntas y respuestas"],
    fr: ["Poser une question", "Fermer", "Questions et réponses"],
    it: ["Porre una domanda", "Chiudi", "Domande e risposte"],
    pl: ["Zadaj pytanie", "Zamknij", "Pytania i odpowiedzi"],
    ro: ["Puneți o întrebare", "Închide", "Întrebări și răspunsuri"],
    ru: ["Задать вопрос", "Закрыть", "Вопросы и ответы"],
    tr: ["Soru sorun", "Kapat", "Sorular ve yanıtlar"],
    uk: ["Поставити запитання", "Закрити", "Запитання й відповіді"],
  };
  const [open, close, title] = WORDS[language] ?? WORDS.de;

  const frame = document.createElement("iframe");
  frame.title = script.dataset.title || title;
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
  button.textContent = open;
  button.setAttribute("aria-expanded", "false");
  button.style.cssText = "position:fixed;right:1rem;bottom:1rem;z-index:2147483001;padding:.8rem 1.3rem;border:0;"
    + "border-radius:2rem;background:#14524f;color:#fff;font:600 1rem/1.2 system-ui,sans-serif;cursor:pointer";
  button.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    button.textContent = panel.hidden ? open : close;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    load();
    if (!panel.hidden) frame.focus();
  });
  document.body.append(panel, button);
})();
