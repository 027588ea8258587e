import { type AcpStore, countDiffLines, type SessionId, type TextDiffItem } from "@acp-store/core";
import { isolateListenerErrors } from "@acp-store/core/tap";

/** The number of files whose text from before the first write is kept. */
const MAX_FILES = 500;
/** The size up to which lines are counted, in bytes or characters. */
export const MAX_COUNTED_SIZE = 1_000_000;

/** Reports the files that agents write, with the lines that have changed since before their first write. */
export interface FileWriteReporter {
  /** `before` is `null` where there was no file, and `undefined` if it is too large. */
  report(
    sessionId: SessionId,
    path: string,
    texts: { readonly before: string | null | undefined; readonly after: string },
  ): void;
}

/** Creates the reporter of a store. */
export function createFileWriteReporter(
  store: Pick<AcpStore, "reportFileWrite">,
): FileWriteReporter {
  /** The texts from before the first write, by session and path. */
  const firstTexts = new Map<string, string | null>();

  function firstTextOf(key: string, before: string | null | undefined): string | null | undefined {
    const known = firstTexts.get(key);
    if (known !== undefined || before === undefined) return known;
    firstTexts.set(key, before);
    const [oldest] = firstTexts.keys();
    if (firstTexts.size > MAX_FILES && oldest !== undefined) firstTexts.delete(oldest);
    return before;
  }

  return {
    report(sessionId, path, { before, after }) {
      const first = firstTextOf(JSON.stringify([sessionId, path]), before);
      const operation = first === null ? "add" : "modify";
      const isCounted = first !== undefined && after.length <= MAX_COUNTED_SIZE;
      const diff: TextDiffItem = { type: "diff", path, oldText: first ?? null, newText: after };
      const [lines] = isCounted ? countDiffLines(diff) : [];
      const { added = 0, removed = 0 } = lines ?? {};
      isolateListenerErrors(() =>
        store.reportFileWrite(sessionId, { path, operation, added, removed }),
      );
    },
  };
}
