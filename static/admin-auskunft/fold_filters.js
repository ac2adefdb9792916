// On a phone the filters stand above the rows, folded: moved there, so that a keyboard meets them where eyes do. Without
// this script they stay open below the rows. Run before the page is painted, so that nothing jumps.
{
  const box = document.querySelector("#changelist-filter");
  const filters = box.querySelector(":scope > details");
  const list = box.parentElement;
  const narrow = matchMedia("(max-width: 767px)");
  const place = () => {
    if (narrow.matches) list.prepend(box);
    else list.append(box);
    filters.open = !narrow.matches;
  };
  // Django's filters.js keeps what is open by its title; this box has none, and a phone's would be folded on a screen.
  filters.addEventListener("toggle", (event) => event.stopImmediatePropagation());
  place();
  narrow.addEventListener("change", place);
}
