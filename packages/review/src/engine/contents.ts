import type { Blobs, ContentId, FileContent, Files } from "../files.js";
import type { FileVersion, TextVersion } from "../model/version.js";
import { decodeLines, encodeLines, type TextBytes } from "./textBytes.js";

/** The size up to which a file is reviewed line by line, in bytes. */
const MAX_TEXT_BYTES = 5_000_000;

/** The id in the place of a content where there is no file. */
export const ABSENT = "absent";

/** A version with its content in the blobs. */
export interface SavedVersion {
  readonly content: ContentId;
  readonly mode: FileContent["mode"];
}

/** Converts between files, blobs and versions. It is faster with `near`, a similar version. */
export interface Contents {
  /** Resolves with the version on disk, and saves its content. If it is that of `near`, with `near`. */
  read(path: string, near?: FileVersion): Promise<FileVersion>;
  /** Saves a content, and resolves with its version. */
  add(content: FileContent | null, near?: FileVersion): Promise<FileVersion>;
  /** Saves the content of a version. */
  save(version: FileVersion, near?: FileVersion): Promise<SavedVersion | null>;
  /**
   * Resolves with a saved version.
   *
   * @throws Error if its content is missing or damaged.
   */
  load(saved: SavedVersion | null, near?: FileVersion): Promise<FileVersion>;
  /** Resolves with the bytes of a version, as they are written to the file. */
  toFile(version: FileVersion): Promise<FileContent | null>;
}

export function createContents(files: Pick<Files, "read">, blobs: Blobs): Contents {
  /** The versions of contents that were added. */
  const versions = new WeakMap<FileContent, Promise<NonNullable<FileVersion>>>();
  /** The saved forms of versions, so that a version is saved once. */
  const known = new WeakMap<NonNullable<FileVersion>, Promise<SavedVersion>>();

  /** The bytes of text versions that are exactly those that reading the bytes returns. */
  const bytesOf = new WeakMap<TextVersion, Uint8Array>();

  async function add(content: FileContent | null, near?: FileVersion): Promise<FileVersion> {
    if (content === null) return null;
    const added = versions.get(content) ?? addContent(content, near);
    versions.set(content, added);
    return added;
  }

  async function addContent(
    content: FileContent,
    near: FileVersion = null,
  ): Promise<NonNullable<FileVersion>> {
    const saved = { content: await blobs.put(content.bytes), mode: content.mode };
    if (near && (await isSavedAs(near, saved))) return near;
    return toVersion(content, saved, near);
  }

  /** Returns whether reading a saved content returns a version that is known. */
  async function isSavedAs(
    version: NonNullable<FileVersion>,
    saved: SavedVersion,
  ): Promise<boolean> {
    const isExact = version.kind === "whole" || bytesOf.has(version);
    if (!isExact || version.mode !== saved.mode) return false;
    return (await known.get(version))?.content === saved.content;
  }

  async function save(version: FileVersion, near?: FileVersion): Promise<SavedVersion | null> {
    if (version === null) return null;
    const saving = known.get(version) ?? putVersion(version, near);
    known.set(version, saving);
    return saving;
  }

  async function putVersion(
    version: NonNullable<FileVersion>,
    near: FileVersion = null,
  ): Promise<SavedVersion> {
    const { mode } = version;
    if (version.kind === "whole") return { content: version.content, mode };
    return { content: await blobs.put(encodeText(version, near)), mode };
  }

  function encodeText(version: TextVersion, near: FileVersion): Uint8Array {
    const saved = bytesOf.get(version);
    if (saved !== undefined) return saved;
    const { bytes, isExact } = encodeLines(version.lines, textBytesOf(near));
    if (isExact && bytes.length <= MAX_TEXT_BYTES) bytesOf.set(version, bytes);
    return bytes;
  }

  function textBytesOf(version: FileVersion): TextBytes | undefined {
    const bytes = version?.kind === "text" ? bytesOf.get(version) : undefined;
    return version?.kind === "text" && bytes ? { lines: version.lines, bytes } : undefined;
  }

  function toVersion(
    { bytes, mode }: FileContent,
    saved: SavedVersion,
    near: FileVersion,
  ): NonNullable<FileVersion> {
    const isLarge = bytes.length > MAX_TEXT_BYTES;
    const isText = mode !== "link" && !isLarge;
    const lines = isText ? decodeLines(bytes, textBytesOf(near)) : undefined;
    const version: NonNullable<FileVersion> =
      lines === undefined || mode === "link"
        ? { kind: "whole", content: saved.content, mode, ...(isLarge && { isLarge }) }
        : { kind: "text", lines, mode };
    if (version.kind === "text") bytesOf.set(version, bytes);
    known.set(version, Promise.resolve(saved));
    return version;
  }

  async function load(saved: SavedVersion | null, near: FileVersion = null): Promise<FileVersion> {
    if (saved === null) return null;
    if (near && (await isSavedAs(near, saved))) return near;
    const { content, mode } = saved;
    const bytes = await blobs.get(content);
    if (bytes === undefined) throw new Error(`[acp-store] The content ${content} is missing.`);
    return toVersion({ bytes, mode }, saved, near);
  }

  async function toFile(version: FileVersion): Promise<FileContent | null> {
    if (version === null) return null;
    const { mode } = version;
    if (version.kind === "text") return { bytes: encodeText(version, null), mode };
    const bytes = await blobs.get(version.content);
    if (bytes === undefined)
      throw new Error(`[acp-store] The content ${version.content} is missing.`);
    return { bytes, mode };
  }

  return { read: async (path, near) => add(await files.read(path), near), add, save, load, toFile };
}
