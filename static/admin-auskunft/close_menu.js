// A phone turned on its side shows what is in the menu in the header; an open menu would go on floating over the page.
const menu = document.querySelector("#console-menu");
matchMedia("(max-width: 767px)").addEventListener("change", ({ matches }) => {
  if (!matches) menu?.hidePopover?.();
});
