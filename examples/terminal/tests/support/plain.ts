import { stripVTControlCharacters } from "node:util";
import { type SafeText, toAnsi } from "../../src/view/text.js";

/** Returns a line without colors. */
export const toPlain = (line: SafeText): string => stripVTControlCharacters(toAnsi(line));
