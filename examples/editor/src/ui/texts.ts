/** Returns the count with the singular or plural noun: 1 file, 2 files. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns the message of an error without the package prefix. */
export function getErrorMessage(error: unknown): string {
  const text = error instanceof Error && error.message !== "" ? error.message : String(error);
  return text.replace(/^\[acp-store\] /, "");
}
