/** The longest part of a title in the name of a file, in characters. */
const MAX_NAME_LENGTH = 60;

/** Downloads a value as a JSON file that is named after a title. */
export function downloadJson(title: string, value: unknown): void {
  const json = new Blob([JSON.stringify(value, null, 2)], { type: "application/json" });
  const url = URL.createObjectURL(json);
  const link = document.createElement("a");
  link.href = url;
  link.download = `${toFileName(title)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

function toFileName(title: string): string {
  const words = title.normalize("NFKD").match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return words.join("-").slice(0, MAX_NAME_LENGTH) || "session";
}
