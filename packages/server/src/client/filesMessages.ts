import * as z from "zod/mini";

// The requests of a page about the files of a folder. Both ends check what they receive, so this file imports
// nothing of Node.

/** The methods of the requests. */
export const FILES_METHODS = {
  list: "files/list",
  read: "files/read",
  write: "files/write",
  follow: "files/follow",
} as const;

/** The files of a folder. */
export interface FileList {
  /** The paths relative to the folder, with `/`, sorted. */
  readonly paths: readonly string[];
  /** Whether the folder has more files than are listed. */
  readonly isCut: boolean;
}

/** The text of a file. */
export interface FileText {
  /** The text, with its byte order mark and its line endings. */
  readonly text: string;
  /** Identifies the content: equal contents have equal versions. */
  readonly version: string;
}

/**
 * The outcome of saving a file.
 *
 * - `saved`: the file has the text, and this version
 * - `changed`: the file has another version than expected, and nothing was written. `version` is absent if
 *   there is no file
 */
export type FileSave =
  | { readonly status: "saved"; readonly version: string }
  | { readonly status: "changed"; readonly version?: string };

/** The params of `files/list` and `files/follow`. */
export interface FolderParams {
  /** The absolute path of the folder. */
  readonly folder: string;
}

/** The params of `files/read`. */
export interface FileParams extends FolderParams {
  /** The path of the file: relative to the folder, or absolute. */
  readonly path: string;
}

/** The params of `files/write`. */
export interface FileWriteParams extends FileParams {
  /** The new text. */
  readonly text: string;
  /** The version that the file must have. Absent: there must be no file. */
  readonly version?: string;
}

/** The params of `files/list` and `files/follow`. */
export const folderParams: z.ZodMiniType<FolderParams> = z.object({ folder: z.string() });

/** The params of `files/read`. */
export const fileParams: z.ZodMiniType<FileParams> = z.object({
  folder: z.string(),
  path: z.string(),
});

/** The params of `files/write`. */
export const fileWriteParams: z.ZodMiniType<FileWriteParams> = z.object({
  folder: z.string(),
  path: z.string(),
  text: z.string(),
  version: z.exactOptional(z.string()),
});

/** The result of `files/list`. */
export const fileList: z.ZodMiniType<FileList> = z.object({
  paths: z.array(z.string()),
  isCut: z.boolean(),
});

/** The result of `files/read`. */
export const fileText: z.ZodMiniType<FileText> = z.object({
  text: z.string(),
  version: z.string(),
});

/** The result of `files/write`. */
export const fileSave: z.ZodMiniType<FileSave> = z.discriminatedUnion("status", [
  z.object({ status: z.literal("saved"), version: z.string() }),
  z.object({ status: z.literal("changed"), version: z.exactOptional(z.string()) }),
]);

/** The progress of `files/follow`: the paths that may have changed. `null`: any of them. */
export const changedPaths: z.ZodMiniType<readonly string[] | null> = z.nullable(
  z.array(z.string()),
);
