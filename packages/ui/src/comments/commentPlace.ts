import { relativePath } from "../format/paths.js";
import type { UiTexts } from "../texts/texts.js";
import type { SelectedLines } from "./lineSource.js";
import type { LineComment } from "./lineComment.js";

/** Returns the lines of a comment in words, such as "lines 12 to 15". */
export function nameLines({ lines, code }: SelectedLines, texts: UiTexts["comment"]): string {
  if (lines === undefined) return texts.someLines(code.split("\n").length);
  const { first, last, isOld } = lines;
  const name = first === last ? texts.line(first) : texts.lines(first, last);
  return isOld === true ? texts.beforeChange(name) : name;
}

/** Returns the file and the lines of a comment, such as "src/a.ts, lines 12 to 15". */
export function namePlace(
  comment: LineComment,
  cwd: string | undefined,
  texts: UiTexts["comment"],
): string {
  return texts.place(relativePath(comment.path, cwd), nameLines(comment, texts));
}
