// Links to pages of documents open beside what cites them, as in the chat; without script they lead there.
import { SourcePanel } from "../js/source_panel.js";

new SourcePanel(document.getElementById("source-panel")).offer(document.getElementById("content-main"));
