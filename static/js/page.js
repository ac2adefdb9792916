/** Brings the marked sentence into view. */
const mark = document.querySelector("mark");
const text = document.getElementById("page-text");

if (mark) {
  // Where the text scrolls by itself, title and picture stay in view.
  const middle = mark.getBoundingClientRect().top - text.getBoundingClientRect().top - text.clientHeight / 2;
  text.scrollTop += middle;
  const { top, bottom } = mark.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) mark.scrollIntoView({ block: "center", behavior: "instant" });
}
