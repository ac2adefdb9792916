// Names for what the console's ready-made pages leave without one: fields in tables, halves of a date, search boxes.
const textOf = (element) => element?.textContent.replace(/\s+/g, " ").trim().slice(0, 80) ?? "";

function headingOf(field) {
  const cell = field.closest("td");
  const heads = cell?.closest("table").tHead;
  const name = cell?.className.match(/field-(\w+)/)?.[1];
  const column = heads?.querySelector(`th.column-${name}`) ?? heads?.rows[0].cells[cell.cellIndex];
  return textOf(column) || textOf(field.closest(".form-row, fieldset")?.querySelector("legend, label"));
}

/** Buttons bear their names: one that got a name here was read out as the link beside it, "Save" as "Delete". */
function nameFields(part) {
  for (const field of part.querySelectorAll("input:not([type=hidden], [type=submit]), select, textarea")) {
    const title = field.labels?.length ? "" : headingOf(field) || textOf(field.parentElement);
    if (title && !field.hasAttribute("aria-labelledby")) field.ariaLabel ||= title;
  }
  for (const mark of part.querySelectorAll("span[aria-label]:not([role])")) mark.setAttribute("role", "img");
}

/** Lists with a search box announce what is chosen, but not for what. */
function nameLists() {
  for (const list of document.querySelectorAll("select.select2-hidden-accessible")) {
    const [label] = list.labels;
    const box = list.parentElement.querySelector("[role=combobox]");
    if (!label || !box) continue;
    label.id ||= `label-of-${list.id}`;
    const chosen = box.firstElementChild;
    box.setAttribute("aria-labelledby", `${label.id} ${chosen.id}`);
    chosen.setAttribute("aria-labelledby", label.id);
  }
}

function nameAll() {
  nameFields(document);
  nameLists();
}

nameFields(document);
document.addEventListener("formset:added", ({ target }) => nameFields(target));
// Once more after the scripts that make fields of their own, which begin a moment after the page is there.
addEventListener("load", () => setTimeout(nameAll));
