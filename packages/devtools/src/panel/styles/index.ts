import { BASE } from "./base.js";
import { CONTROLS } from "./controls.js";
import { FRAME } from "./frame.js";
import { LOG } from "./log.js";
import { TIMELINE } from "./timeline.js";
import { TREE } from "./tree.js";
import { VIEWS } from "./views.js";

/** The style sheet of the panel. */
export const STYLES: string = [BASE, CONTROLS, FRAME, LOG, TIMELINE, TREE, VIEWS].join("\n");
