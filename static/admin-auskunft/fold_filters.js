// On a phone the filters stand above the rows, folded. Run before the page is painted, so that nothing jumps.
{
  const filters = document.querySelector("#changelist-filter > details");
  const narrow = matchMedia("(max-width: 767px)");
  const fold = () => {
    filters.open = !narrow.matches;
  };
  fold();
  narrow.addEventListener("change", fold);
}
