/**
 * Identifies the content of a file: the SHA-256 of its bytes in hexadecimal, or `"absent"` where there
 * is no file.
 */
export type ContentId = string;

/** The kind of a file. `executable` is a regular file that its owner may execute, `link` a symbolic link. */
export type FileMode = "regular" | "executable" | "link";

/** The content of a file. */
export interface FileContent {
  /** The bytes of the file, or of the target of a symbolic link. */
  readonly bytes: Uint8Array;
  /** The kind of the file. */
  readonly mode: FileMode;
}

/** A file to replace, create or remove. */
export interface FileChange {
  /** The path relative to the folder, with `/`. */
  readonly path: string;
  /** The new content. `null` removes the file. */
  readonly content: FileContent | null;
  /** The content that the file must have now. */
  readonly expected: ContentId;
}

/** The files of one folder. Paths are relative to it, with `/`, and never lead out of it. */
export interface Files {
  /** Resolves with the content of a file, or with `null` if there is none. */
  read(path: string): Promise<FileContent | null>;
  /**
   * Replaces, creates or removes a file. Resolves with `false`, and writes nothing, if its content is
   * not the expected one.
   */
  replace(change: FileChange): Promise<boolean>;
  /**
   * Calls the listener with bytes that another program wrote to a file at the moment it was replaced.
   * Nobody else has them. Returns a function that removes the listener.
   */
  onRescued(listener: (path: string, bytes: Uint8Array) => void): () => void;
  /**
   * Calls the listener with paths that may have changed. A folder that was removed or moved away stands
   * for everything that was in it. `by` is `user` if it is certain that the user made the changes. Returns
   * a function that ends it.
   */
  watch?(onChange: (paths: readonly string[], by?: "user") => void): () => void;
  /**
   * Returns whether an editor has unsaved text of a file, which `read` and `replace` use in place of the
   * file on disk. Only the user changes such a text. Default: no editor has one.
   */
  isUnsaved?(path: string): boolean;
}

/** Contents by their id. */
export interface Blobs {
  /** Resolves with the bytes, or with `undefined` if they are missing or damaged. */
  get(id: ContentId): Promise<Uint8Array | undefined>;
  /** Saves bytes, and resolves with their id. */
  put(bytes: Uint8Array): Promise<ContentId>;
  /** Removes all contents but these, and those that were saved in the last hour. */
  prune(keep: ReadonlySet<ContentId>): Promise<void>;
}

/** The state of a folder at one moment. It is JSON, and the caller keeps it. */
export interface Snapshot {
  /** Identifies the contents. Equal folders have the same one. */
  readonly id: string;
  /** The ignored paths and nested repositories. A folder ends with `/`, and stands for all in it. */
  readonly leftOut: readonly string[];
  /** The paths of files that could not be read. */
  readonly unreadable: readonly string[];
}

/** Saves and compares states of one folder. */
export interface Snapshots {
  /** Saves the current state of the folder. */
  take(): Promise<Snapshot>;
  /**
   * Resolves with the paths that differ in their bytes, their mode or their existence. Paths that one
   * of the snapshots left out or could not read are not among them.
   */
  compare(from: Snapshot, to: Snapshot): Promise<readonly string[]>;
  /** Resolves with the content of a file in a snapshot, or with `null` if it had no such file. */
  read(snapshot: Snapshot, path: string): Promise<FileContent | null>;
  /** Removes what only other snapshots need. */
  prune(keep: readonly Snapshot[]): Promise<void>;
}
