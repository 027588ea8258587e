/**
 * The name of the file that a log is saved as, from the name of what it shows, such as a file's with
 * its folders.
 */
export function exportName(name: string | undefined, isRedacted: boolean): string {
  const file = name?.split(/[/\\]/).at(-1) ?? "";
  const base = file.replace(/\.(?:jsonl|ndjson|txt)$/, "").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return `${base === "" ? "acp-trace" : base}${isRedacted ? "-redacted" : ""}.jsonl`;
}
