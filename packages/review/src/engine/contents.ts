import type { Blobs, ContentId, FileContent, Files } from "../files.js";
import { type FileVersion, textVersion } from "../model/version.js";

/** The size up to which a file is reviewed line by line, in bytes. */
const MAX_TEXT_BYTES = 5_000_000;

/** The id in the place of a content where there is no file. */
export const ABSENT = "absent";

/** A version with its content in the blobs. */
export interface SavedVersion {
  readonly content: ContentId;
  readonly mode: FileContent["mode"];
}

/** Converts between files, blobs and versions. */
export interface Contents {
  /** Resolves with the version on disk, and saves its content. */
  read(path: string): Promise<FileVersion>;
  /** Saves a content, and resolves with its version. */
  add(content: FileContent | null): Promise<FileVersion>;
  /** Saves the content of a version. */
  save(version: FileVersion): Promise<SavedVersion | null>;
  /**
   * Resolves with a saved version.
   *
   * @throws Error if its content is missing or damaged.
   */
  load(saved: SavedVersion | null): Promise<FileVersion>;
  /** Resolves with the bytes of a version, as they are written to the file. */
  toFile(version: FileVersion): Promise<FileContent | null>;
}

export function createContents(files: Pick<Files, "read">, blobs: Blobs): Contents {
  /** The versions of contents that were added. */
  const versions = new WeakMap<FileContent, Promise<NonNullable<FileVersion>>>();
  /** The saved forms of versions, so that a version is saved once. */
  const known = new WeakMap<NonNullable<FileVersion>, Promise<SavedVersion>>();

  async function add(content: FileContent | null): Promise<FileVersion> {
    if (content === null) return null;
    const added = versions.get(content) ?? addContent(content);
    versions.set(content, added);
    return added;
  }

  async function addContent(content: FileContent): Promise<NonNullable<FileVersion>> {
    const saved = { content: await blobs.put(content.bytes), mode: content.mode };
    const version = toVersion(content, saved.content);
    known.set(version, Promise.resolve(saved));
    return version;
  }

  async function save(version: FileVersion): Promise<SavedVersion | null> {
    if (version === null) return null;
    const saving = known.get(version) ?? putVersion(version);
    known.set(version, saving);
    return saving;
  }

  async function putVersion(version: NonNullable<FileVersion>): Promise<SavedVersion> {
    const { mode } = version;
    if (version.kind === "whole") return { content: version.content, mode };
    return { content: await blobs.put(bytesOf(version.lines)), mode };
  }

  async function load(saved: SavedVersion | null): Promise<FileVersion> {
    if (saved === null) return null;
    const { content, mode } = saved;
    const bytes = await blobs.get(content);
    if (bytes === undefined) throw new Error(`[acp-store] The content ${content} is missing.`);
    const version = toVersion({ bytes, mode }, content);
    known.set(version, Promise.resolve(saved));
    return version;
  }

  async function toFile(version: FileVersion): Promise<FileContent | null> {
    if (version === null) return null;
    const { mode } = version;
    if (version.kind === "text") return { bytes: bytesOf(version.lines), mode };
    const bytes = await blobs.get(version.content);
    if (bytes === undefined)
      throw new Error(`[acp-store] The content ${version.content} is missing.`);
    return { bytes, mode };
  }

  return { read: async (path) => add(await files.read(path)), add, save, load, toFile };
}

function toVersion(content: FileContent, id: ContentId): NonNullable<FileVersion> {
  const { bytes, mode } = content;
  const text = mode === "link" ? undefined : decodeText(bytes);
  if (text === undefined || mode === "link") return { kind: "whole", content: id, mode };
  return textVersion(text, mode);
}

/** Returns the text of a file, or `undefined` if its bytes are not exactly the UTF-8 of a text. */
function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_TEXT_BYTES || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function bytesOf(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.join(""));
}
