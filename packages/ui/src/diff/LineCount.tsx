import type { ReactElement } from "react";
import { diffTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** Numbers of lines. */
interface LineNumbers {
  readonly added: number;
  readonly removed: number;
}

/** The number of added and removed lines of several files. */
export function TotalLineCount({ files }: { readonly files: Iterable<LineNumbers> }): ReactElement {
  const total = { added: 0, removed: 0 };
  for (const { added, removed } of files) {
    total.added += added;
    total.removed += removed;
  }
  return <LineCount {...total} />;
}

/** The number of added and removed lines. Renders nothing if no line has changed. */
export function LineCount(props: LineNumbers): ReactElement | null {
  const { added, removed } = props;
  const texts = useTexts("diff", diffTexts);
  if (added === 0 && removed === 0) return null;
  return (
    <span className="acp-diff-count">
      <span className="acp-diff-count-added" aria-hidden="true">
        +{added}
      </span>
      <span className="acp-diff-count-removed" aria-hidden="true">
        −{removed}
      </span>
      <span className="acp-sr-only">
        {texts.addedLines(added)} {texts.removedLines(removed)}
      </span>
    </span>
  );
}
