/**
 * The type of a discriminator that this version does not know. At run time it is any other
 * string. The store keeps such a variant as the agent sent it; handle it in a `default:` branch.
 */
export declare enum Unrecognized {
  type = "(any other)",
}

/** Extension data, stored as sent. {@link https://agentclientprotocol.com/protocol/v1/extensibility} */
export type Meta = Readonly<Record<string, unknown>>;

/** Hints for displaying a content block. */
export interface Annotations {
  /** The intended readers. */
  readonly audience?: readonly ("user" | "assistant" | (string & {}))[] | null;
  /** The importance. Version 2 allows 0 (optional) to 1 (required). */
  readonly priority?: number | null;
  /** The time of the last change, in ISO 8601. */
  readonly lastModified?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The optional fields that all content blocks have. */
export interface BlockExtras {
  /** Hints for displaying the block. */
  readonly annotations?: Annotations | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** Plain text or Markdown. */
export interface TextBlock extends BlockExtras {
  readonly type: "text";
  /** The text itself. */
  readonly text: string;
}

/** An image. */
export interface ImageBlock extends BlockExtras {
  readonly type: "image";
  /** The bytes, in base64. */
  readonly data: string;
  /** The media type, such as `image/png`. */
  readonly mimeType: string;
  /** The address of the image. */
  readonly uri?: string | null;
}

/** An audio recording. */
export interface AudioBlock extends BlockExtras {
  readonly type: "audio";
  /** The bytes, in base64. */
  readonly data: string;
  /** The media type, such as `audio/wav`. */
  readonly mimeType: string;
}

/** An icon of a resource (version 2). */
export interface Icon {
  /** The address of the image. */
  readonly src: string;
  /** The media type of the image. */
  readonly mimeType?: string | null;
  /** The sizes that the image is made for, such as `48x48` or `any`. */
  readonly sizes?: readonly string[] | null;
  /** The color theme that the image is made for. */
  readonly theme?: "light" | "dark" | (string & {}) | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A reference to a resource that the agent can read. */
export interface ResourceLinkBlock extends BlockExtras {
  readonly type: "resource_link";
  /** The address of the resource. */
  readonly uri: string;
  /** The name of the resource. */
  readonly name: string;
  /** A name for display. */
  readonly title?: string | null;
  /** A description of the resource. */
  readonly description?: string | null;
  /** The media type of the resource. */
  readonly mimeType?: string | null;
  /** The size in bytes. */
  readonly size?: number | null;
  /** Icons for display (version 2). */
  readonly icons?: readonly Icon[] | null;
}

/** A resource that is embedded in the message. */
export interface ResourceBlock extends BlockExtras {
  readonly type: "resource";
  /** The contents: `"text" in resource` tells text from bytes. */
  readonly resource: TextResource | BlobResource;
}

/** The fields of an embedded resource, text or not. */
export interface ResourceFields {
  /** The address of the resource. */
  readonly uri: string;
  /** The media type of the resource. */
  readonly mimeType?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The contents of an embedded text resource. */
export interface TextResource extends ResourceFields {
  /** The text itself. */
  readonly text: string;
}

/** The contents of an embedded binary resource. */
export interface BlobResource extends ResourceFields {
  /** The bytes, in base64. */
  readonly blob: string;
}

/** A content block of a type that this version does not know, stored as sent. */
export interface UnrecognizedBlock {
  readonly type: Unrecognized;
  readonly [field: string]: unknown;
}

/**
 * One block of a message or of a tool call's output.
 * {@link https://agentclientprotocol.com/protocol/v1/content}
 */
export type ContentBlock =
  | TextBlock
  | ImageBlock
  | AudioBlock
  | ResourceLinkBlock
  | ResourceBlock
  | UnrecognizedBlock;

/** A content block that a tool produced. */
export interface ContentItem {
  readonly type: "content";
  /** The block itself. */
  readonly content: ContentBlock;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/**
 * Changed files, in either protocol version: one file with its text before and after (version 1), or
 * a list of changes with a patch (version 2). `isTextDiff` and `isChangesDiff` tell them apart.
 *
 * @example
 * ```ts
 * for (const item of call.content)
 *   if (item.type === "diff") console.log(item.path ?? item.changes, item.patch?.text ?? item.newText);
 * ```
 */
export interface DiffItem {
  readonly type: "diff";
  /** The path of the file. Absent if there are `changes`. */
  readonly path?: string;
  /** The text before the change. Absent, `null` or `""` for a new file, and absent if there are `changes`. */
  readonly oldText?: string | null;
  /** The text after the change. Absent if there are `changes`. */
  readonly newText?: string;
  /** The changed files. Absent if there is a `newText`. */
  readonly changes?: readonly FileChange[];
  /** A patch that shows some or all of the `changes`. */
  readonly patch?: FilePatch | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A {@link DiffItem} with the text of one file before and after the change. */
export interface TextDiffItem extends DiffItem {
  /** The path of the file. */
  readonly path: string;
  /** The text after the change. */
  readonly newText: string;
}

/** A {@link DiffItem} with a list of changed files. */
export interface ChangesDiffItem extends DiffItem {
  /** The changed files. */
  readonly changes: readonly FileChange[];
}

/** A patch of files, as text (version 2). */
export interface FilePatch {
  /** The format of `text`. */
  readonly format: "git_patch" | (string & {});
  /** The patch itself. */
  readonly text: string;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The change of one file (version 2). */
export interface FileChange {
  /** The kind of change. */
  readonly operation: "add" | "delete" | "modify" | "move" | "copy" | (string & {});
  /** The path of the file, after a `move` or `copy` the new one. */
  readonly path?: string;
  /** The previous path, for `move` and `copy`. */
  readonly oldPath?: string;
  /** The kind of file. */
  readonly fileType?: "text" | "binary" | "directory" | "symlink" | (string & {}) | null;
  /** The media type of the file. */
  readonly mimeType?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A reference to a terminal whose live output belongs to the tool call. */
export interface TerminalItem {
  readonly type: "terminal";
  /** The key in the session's `terminals`. */
  readonly terminalId: string;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** Content of a tool call of a type that this version does not know, stored as sent. */
export interface UnrecognizedItem {
  readonly type: Unrecognized;
  readonly [field: string]: unknown;
}

/**
 * One item of a tool call's content.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#content}
 */
export type ToolCallContent = ContentItem | DiffItem | TerminalItem | UnrecognizedItem;
