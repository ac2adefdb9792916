"""A person without a mouse: every control is reached with Tab and seen, and changes of the page lose no place."""

from dataclasses import dataclass, field

from playwright.sync_api import Dialog, Locator, Page, expect

MOST_STOPS = 250
READY_WITHIN = 120_000
"""Milliseconds for what the worker does: reading a document, running a suite."""
IS_FOCUSED = "element => element === document.activeElement"
LOOK = """() => {
    const element = document.activeElement;
    if (element === document.body || element === document.documentElement) return "";
    const name = (element.ariaLabel || element.textContent || element.value || element.name || "").trim();
    const said = `${element.localName} “${name.replace(/\\s+/g, " ").slice(0, 60)}”`;
    if (element.tabIndex > 0) return `${said} stands out of order`;
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth)
        return `${said} has the focus, out of sight`;
    const middle = document.elementFromPoint((Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
                                             (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
    const isElsewhere = middle && !element.contains(middle) && !middle.contains(element);
    const isCovered = isElsewhere && !element.labels?.[0]?.contains(middle) && floats(cover(middle));
    if (isCovered) return `${said} has the focus, below something else`;
    const shown = [element, element.closest("label"), element.closest("fieldset"), element.parentElement];
    const isMarked = shown.some((one) => one && (one === element || one.matches(":focus-within")) && marked(one));
    return isMarked ? "" : `nobody sees that ${said} has the focus`;

    function floats(one) {
        return ["fixed", "sticky"].includes(getComputedStyle(one).position);
    }
    function cover(one) {
        while (one.parentElement && !floats(one)) one = one.parentElement;
        return one;
    }
    function marked(one) {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    }
}"""
"""What is wrong with where the focus is, or nothing."""
IS_LIVE = "element => Boolean(element.closest('[role=status], [role=log], [role=alert], [aria-live]'))"
IS_LOST = "() => [document.body, document.documentElement, null].includes(document.activeElement)"


@dataclass
class Keyboard:
    """Tab, Enter, Space, arrows and letters; counts them, and keeps what got in the way."""

    page: Page
    keys: int = 0
    faults: list[str] = field(default_factory=list)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def reach(self, target: Locator, key: str = "Tab") -> None:
        """Goes on from stop to stop until `target` has the focus. Raises AssertionError where it never has."""
        expect(target).to_be_visible()
        for _ in range(MOST_STOPS):
            if target.evaluate(IS_FOCUSED):
                return
            self.press(key)
            if said := self.page.evaluate(LOOK):
                self.note(said)
        raise AssertionError(f"{target} is not reached by {key}")

    def note(self, said: str) -> None:
        if said not in self.faults:
            self.faults.append(said)

    def enter(self, target: Locator, key: str = "Tab") -> None:
        self.reach(target, key)
        self.press("Enter")

    def fill(self, target: Locator, text: str) -> None:
        """In place of what stands there."""
        self.reach(target)
        self.press("Control+A")
        self.type(text)

    def keeps_focus(self, after: str) -> None:
        """On the same page something changed: whoever cannot see it must not begin at its top again."""
        if self.page.evaluate(IS_LOST):
            self.note(f"the focus is lost after {after}")

    def hears(self, region: Locator, what: str) -> None:
        """`region` is live, and says something."""
        if not region.evaluate(IS_LIVE) or not region.inner_text().strip():
            self.note(f"{what} is not said")

    def agree(self) -> None:
        """To the next question that the browser asks, as Enter does."""

        def accept(dialog: Dialog) -> None:
            dialog.accept()

        self.page.once("dialog", accept)
