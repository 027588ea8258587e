import type { ChangesDiffItem } from "@acp-store/core";
import type { ReactElement } from "react";
import type { ContentSlots, DiffViewProps, MarkdownTextProps, OutputProps } from "./slots.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** Longer output shows its end. */
const MAX_OUTPUT_CHARACTERS = 5000;

/** Shows content as plain text. It costs almost nothing, and serves until other slots are loaded. */
export const plainSlots: ContentSlots = {
  MarkdownText: PlainMarkdown,
  Output: PlainOutput,
  DiffView: PlainDiff,
  ChangesView: PlainChanges,
  ToolCallLineCount: () => null,
  ProposedEdits: ({ content, children }) => content.map(children),
  CheckpointButton: () => null,
  TurnChanges: () => null,
  Code: ({ children }) => children(undefined),
};

function PlainMarkdown({ text }: MarkdownTextProps): ReactElement {
  return <p className="acp-plain-text">{text}</p>;
}

function PlainOutput(props: OutputProps): ReactElement {
  const texts = useTexts("content", contentTexts);
  const { text, label = texts.output, followsEnd = false } = props;
  return (
    <div className="acp-ui acp-output">
      {text.length > MAX_OUTPUT_CHARACTERS && (
        <p className="acp-output-dropped">… {texts.onlyEnd}</p>
      )}
      <div
        className={`acp-ui acp-output-scroll ${followsEnd ? "acp-output-follows" : ""}`}
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        <pre>{text.slice(-MAX_OUTPUT_CHARACTERS)}</pre>
      </div>
    </div>
  );
}

function PlainDiff({ diff }: DiffViewProps): ReactElement {
  return (
    <figure className="acp-ui acp-diff">
      <figcaption className="acp-diff-header">
        <span className="acp-diff-path">{diff.path}</span>
      </figcaption>
      <PlainOutput text={diff.newText} label={diff.path} />
    </figure>
  );
}

function PlainChanges({ item }: { readonly item: ChangesDiffItem }): ReactElement {
  return (
    <figure className="acp-ui acp-diff">
      {item.changes.map((change, index) => (
        <figcaption key={index} className="acp-diff-header">
          <span className="acp-diff-path">{change.path ?? change.oldPath}</span>
        </figcaption>
      ))}
    </figure>
  );
}
