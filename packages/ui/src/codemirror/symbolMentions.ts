import type { EditorState } from "@codemirror/state";
import { baseName } from "../format/paths.js";
import { toAbsolutePath, toFileUri } from "../mentions/fileAddress.js";
import type { Mention, MentionSession, MentionSource } from "../mentions/mention.js";
import { rankMentions } from "../mentions/rankMentions.js";
import type { FileSymbol } from "./findSymbols.js";

/** A file that is open in an editor. */
export interface OpenFile {
  /** The path, absolute or relative to the working directory of the agent. */
  readonly path: string;
  /** The text, with the language as an extension. */
  readonly state: EditorState;
}

/** The sources that follow need a place in the list as well. */
const MAX_FOUND = 10;

/**
 * Creates a source of the symbols in the open file: functions, methods, classes, types, constants, headings of Markdown, and keys of JSON and
 * YAML. They come from the syntax tree of CodeMirror, for languages with a Lezer grammar. The text of a mention is that of
 * the editor, even if it is not saved, and its address has the lines, such as `file:///home/me/cart.ts#L3-L9`. The code that finds
 * symbols is loaded with the first `@` while a file is open.
 *
 * @param getOpenFile - Returns the file in the editor of the session's user.
 *
 * @example
 * ```tsx
 * const mentions = [
 *   symbolMentions(() => ({ path: "src/cart.ts", state: editor.state })),
 *   fileMentions(files),
 * ];
 *
 * const panel = <AgentPanel agent={agent} sessionId={sessionId} mentions={mentions} />;
 * ```
 */
export function symbolMentions(
  getOpenFile: (session: MentionSession) => OpenFile | undefined,
): MentionSource {
  /** The text may change before the user chooses a symbol, and its lines are those of this state. */
  const texts = new WeakMap<Mention, () => string>();

  return {
    async search(query, session, signal) {
      const file = getOpenFile(session);
      if (file === undefined) return [];
      const { findSymbols } = await import("./findSymbols.js");
      const { state, path } = file;
      const address = toFileUri(toAbsolutePath(path, session.cwd));
      const symbols = await findSymbols(state, signal);
      const mentions = symbols.map((symbol) => {
        const mention = toMention(symbol, address, baseName(path));
        texts.set(mention, () => state.sliceDoc(symbol.from, symbol.to));
        return mention;
      });
      return (await rankMentions(mentions, query, signal)).slice(0, MAX_FOUND);
    },
    async read(mention) {
      const text = texts.get(mention)?.();
      return text === undefined ? {} : { text };
    },
  };
}

function toMention(symbol: FileSymbol, address: string, fileName: string): Mention {
  const { name, text, firstLine, lastLine } = symbol;
  return {
    uri: `${address}#L${firstLine}-L${lastLine}`,
    ...{ kind: "symbol", label: name, text },
    detail: `${fileName}:${firstLine}`,
  };
}
