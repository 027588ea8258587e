import { baseName } from "../format/paths.js";
import type { Mention } from "./mention.js";

/** Returns the mention of a file. The text in the prompt is its path, by default relative to the folder of the agent. */
export function createFileMention(
  kind: "file" | "change",
  path: string,
  folder: string | undefined,
): Mention {
  const label = baseName(path);
  const detail = path.slice(0, -label.length - 1);
  const uri = toFileUri(toAbsolutePath(path, folder));
  return { uri, kind, label, text: path, ...(detail !== "" && { detail }) };
}

/** Returns the `file:` address of an absolute path. */
export function toFileUri(path: string): string {
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(path);
  if (!isWindows) return `file://${encodePath(path)}`;
  const [root = "", ...parts] = path.replaceAll("\\", "/").split("/");
  const rest = encodePath(["", ...parts].join("/"));
  return root === "" ? `file:${rest}` : `file:///${root}${rest}`;
}

/** Encodes a path with `/` for an address. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeText).join("/");
}

/** Encodes a text for an address. Halves of characters, which have no encoding, are replaced. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}

/** Returns the absolute path of a path in a folder. An absolute path stays the same. */
export function toAbsolutePath(path: string, folder: string | undefined): string {
  if (folder === undefined || /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path)) return path;
  const separator = folder.includes("\\") ? "\\" : "/";
  return /[\\/]$/.test(folder) ? folder + path : folder + separator + path;
}
