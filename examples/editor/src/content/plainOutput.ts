const FENCED = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/;
// Colours and cursor movements of a terminal: ESC [ … letter, and ESC ] … BEL for titles and links.
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** The output of a tool without the Markdown fence and the colours that some agents put around it. */
export function plainOutput(text: string): string {
  const inner = FENCED.exec(text)?.[2] ?? text;
  return inner.replace(ESCAPES, "").replace(/\r\n/g, "\n").replace(/\n+$/, "");
}
