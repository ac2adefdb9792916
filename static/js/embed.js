/**
 * Puts the chat on another site, as a button that opens a frame:
 *   <script src="https://auskunft.example/static/js/embed.js" data-language="de" defer></script>
 * or in a place of its own: … data-into="#id-of-an-element". data-colour="#14524f" is the colour of the button. The site must be named in the rules of the service.
 * There is no key: the frame holds the public page and nothing else.
 */
(() => {
  const script = document.currentScript;
  const origin = new URL(script.src).origin;
  const language = script.dataset.language || document.documentElement.lang.slice(0, 2) || "de";
  const WORDS = {
    de: ["Frage stellen", "Schließen", "Fragen und Antworten",
      "Fragen und Antworten lassen sich auf dieser Seite nicht zeigen.", "In einem neuen Fenster öffnen"],
    "de-simple": ["Etwas fragen", "Schließen", "Fragen und Antworten",
      "Fragen und Antworten können hier nicht gezeigt werden.", "In einem neuen Fenster öffnen"],
    ar: ["اطرحوا سؤالًا", "إغلاق", "أسئلة وأجوبة",
      "لا يمكن عرض الأسئلة والأجوبة في هذه الصفحة.", "فتح في نافذة جديدة"],
    en: ["Ask a question", "Close", "Questions and answers",
      "Questions and answers cannot be shown on this page.", "Open in a new window"],
    es: ["Hacer una pregunta", "Cerrar", "Preguntas y respuestas",
      "Las preguntas y respuestas no se pueden mostrar en esta página.", "Abrir en una ventana nueva"],
    fr: ["Poser une question", "Fermer", "Questions et réponses",
      "Les questions et réponses ne peuvent pas être affichées sur cette page.", "Ouvrir dans une nouvelle fenêtre"],
    it: ["Porre una domanda", "Chiudi", "Domande e risposte",
      "Domande e risposte non possono essere mostrate in questa pagina.", "Apri in una nuova finestra"],
    pl: ["Zadaj pytanie", "Zamknij", "Pytania i odpowiedzi",
      "Pytań i odpowiedzi nie można pokazać na tej stronie.", "Otwórz w nowym oknie"],
    ro: ["Puneți o întrebare", "Închide", "Întrebări și răspunsuri",
      "Întrebările și răspunsurile nu pot fi afișate pe această pagină.", "Deschide într-o fereastră nouă"],
    ru: ["Задать вопрос", "Закрыть", "Вопросы и ответы",
      "Вопросы и ответы нельзя показать на этой странице.", "Открыть в новом окне"],
    tr: ["Soru sorun", "Kapat", "Sorular ve yanıtlar",
      "Sorular ve yanıtlar bu sayfada gösterilemiyor.", "Yeni pencerede aç"],
    uk: ["Поставити запитання", "Закрити", "Запитання й відповіді",
      "Запитання й відповіді не можна показати на цій сторінці.", "Відкрити в новому вікні"],
  };
  const [open, close, title, notShown, elsewhere] = WORDS[language] ?? WORDS.de;

  const frame = document.createElement("iframe");
  frame.title = script.dataset.title || title;
  frame.loading = "lazy";
  frame.referrerPolicy = "origin";
  frame.style.cssText = "display:block;width:100%;height:100%;border:0;border-radius:inherit";
  const load = () => frame.src || (frame.src = `${origin}/embed/?language=${encodeURIComponent(language)}`);

  // A browser shows an error of its own where the rules do not name this site; the chat says that it is there.
  const PATIENCE = 4000;
  let isThere = false;
  addEventListener("message", ({ origin: from, source, data }) => {
    if (from === origin && source === frame.contentWindow && data === "auskunft-is-there") isThere = true;
  });
  // Put into the page without an address it loads an empty one at once, which says nothing.
  frame.addEventListener("load", () => frame.src && setTimeout(() => isThere || frame.replaceWith(insteadOfFrame()), PATIENCE));

  function insteadOfFrame() {
    const box = document.createElement("div");
    box.lang = language === "de-simple" ? "de" : language;
    box.dir = language === "ar" ? "rtl" : "ltr";
    box.style.cssText = "padding:1.5rem;color:#222;background:#fff;font:1rem/1.5 system-ui,sans-serif;border-radius:inherit";
    const sentence = Object.assign(document.createElement("p"), { textContent: notShown });
    const link = Object.assign(document.createElement("a"), { href: `${origin}/`, target: "_blank", textContent: elsewhere });
    link.rel = "noopener";
    link.style.cssText = "color:#14524f;font-weight:600";
    box.append(sentence, link);
    return box;
  }

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

  // The text is black or white, whichever is read more easily (the luminance of WCAG).
  const colour = /^#[0-9a-f]{6}$/i.test(script.dataset.colour ?? "") ? script.dataset.colour : "#14524f";
  const parts = [1, 3, 5].map((from) => parseInt(colour.slice(from, from + 2), 16) / 255);
  const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const ink = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.179 ? "#000" : "#fff";

  const button = document.createElement("button");
  button.type = "button";
  button.textContent = open;
  button.setAttribute("aria-expanded", "false");
  button.style.cssText = "position:fixed;right:1rem;bottom:1rem;z-index:2147483001;padding:.8rem 1.3rem;border:0;"
    + "border-radius:2rem;font:600 1rem/1.2 system-ui,sans-serif;cursor:pointer";
  Object.assign(button.style, { background: colour, color: ink });
  button.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    button.textContent = panel.hidden ? open : close;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    load();
    if (!panel.hidden) frame.focus();
  });
  document.body.append(panel, button);
})();
