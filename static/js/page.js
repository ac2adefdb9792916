/** Brings the marked sentence into view, and its place on the picture. */
document.querySelector("mark")?.scrollIntoView({ block: "center" });
