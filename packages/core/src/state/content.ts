/**
 * The type of an unknown discriminator value. At run time it is any other string: the store keeps
 * such a variant as sent, and a `switch` handles it in its `default:` branch.
 */
export declare enum Unrecognized {
  type = "(any other)",
}

/** Extension data, kept as sent. {@link https://agentclientprotocol.com/protocol/v1/extensibility} */
export type Meta = Readonly<Record<string, unknown>>;

/** The audience of a content block, its priority, and its last change (ISO 8601). */
export interface Annotations {
  readonly audience?: readonly ("user" | "assistant" | (string & {}))[] | null;
  readonly priority?: number | null;
  readonly lastModified?: string | null;
  readonly _meta?: Meta | null;
}

interface BlockExtras {
  readonly annotations?: Annotations | null;
  readonly _meta?: Meta | null;
}

/** Plain text or Markdown. */
export interface TextBlock extends BlockExtras {
  readonly type: "text";
  readonly text: string;
}

/** An image; `data` is base64. */
export interface ImageBlock extends BlockExtras {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
  readonly uri?: string | null;
}

/** Audio; `data` is base64. */
export interface AudioBlock extends BlockExtras {
  readonly type: "audio";
  readonly data: string;
  readonly mimeType: string;
}

/** A picture for a resource (version 2). */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string | null;
  /** Such as `48x48` or `any`. */
  readonly sizes?: readonly string[] | null;
  readonly theme?: "light" | "dark" | (string & {}) | null;
  readonly _meta?: Meta | null;
}

/** A reference to something the agent can read; `size` is in bytes. */
export interface ResourceLinkBlock extends BlockExtras {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly mimeType?: string | null;
  readonly size?: number | null;
  readonly icons?: readonly Icon[] | null;
}

/** A resource embedded whole: text, or bytes in base64 (`blob`). */
export interface ResourceBlock extends BlockExtras {
  readonly type: "resource";
  readonly resource:
    | { readonly uri: string; readonly text: string; readonly mimeType?: string | null }
    | { readonly uri: string; readonly blob: string; readonly mimeType?: string | null };
}

/** A block of a type this version does not know, kept as sent. */
export interface UnrecognizedBlock {
  readonly type: Unrecognized;
  readonly [field: string]: unknown;
}

/**
 * One piece of a message or of a tool's output.
 * {@link https://agentclientprotocol.com/protocol/v1/content}
 */
export type ContentBlock =
  | TextBlock
  | ImageBlock
  | AudioBlock
  | ResourceLinkBlock
  | ResourceBlock
  | UnrecognizedBlock;

/** A content block produced by a tool. */
export interface ContentItem {
  readonly type: "content";
  readonly content: ContentBlock;
  readonly _meta?: Meta | null;
}

/**
 * One changed file, with both texts. `oldText` is absent, `null` or `""` where it is new. Version 2
 * has {@link ChangesItem} of the same type: `"changes" in item` tells them apart.
 */
export interface DiffItem {
  readonly type: "diff";
  readonly path: string;
  readonly oldText?: string | null;
  readonly newText: string;
  readonly _meta?: Meta | null;
}

/** Changed files as version 2 describes them. `patch` shows some or all of the changes. */
export interface ChangesItem {
  readonly type: "diff";
  readonly changes: readonly FileChange[];
  readonly patch?: { readonly format: "git_patch" | (string & {}); readonly text: string } | null;
  readonly _meta?: Meta | null;
}

/** A change of one file. `oldPath` belongs to `move` and `copy`. */
export interface FileChange {
  readonly operation: "add" | "delete" | "modify" | "move" | "copy" | (string & {});
  readonly path?: string;
  readonly oldPath?: string;
  readonly fileType?: "text" | "binary" | "directory" | "symlink" | (string & {}) | null;
  readonly mimeType?: string | null;
  readonly _meta?: Meta | null;
}

/** The live output of a terminal, by its id. */
export interface TerminalItem {
  readonly type: "terminal";
  readonly terminalId: string;
  readonly _meta?: Meta | null;
}

/** Tool content of a type this version does not know, kept as sent. */
export interface UnrecognizedItem {
  readonly type: Unrecognized;
  readonly [field: string]: unknown;
}

/**
 * One piece of what a tool call produced.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#content}
 */
export type ToolCallContent =
  | ContentItem
  | DiffItem
  | ChangesItem
  | TerminalItem
  | UnrecognizedItem;
