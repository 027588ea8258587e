import { useToolCall } from "@acp-store/react";
import { type ReactElement, useEffect, useMemo, useRef } from "react";
import { LineCommenting } from "../comments/lazyComments.js";
import type { LineSource } from "../comments/lineSource.js";
import { MAX_CODE_CHARACTERS, renderCodeLine } from "../content/CodeText.js";
import { getLinesWidth, useVisibleLines } from "../content/useVisibleLines.js";
import { useAcpUi } from "../context/acpUi.js";
import type { FileLocation } from "../context/acpUiContext.js";
import { Icon } from "../controls/Icon.js";
import { START_OF_FILE } from "../diff/diffPosition.js";
import { relativePath } from "../format/paths.js";
import type { DiffRow } from "../diff/diffRow.js";
import { findFirstChangedLine } from "./findFirstChangedLine.js";
import { useFileText } from "./useFileText.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The lines with colors move in steps of this number of lines. */
const COLOR_STEP = 100;

/**
 * A file, scrolled to the line of the location or else to the first line that the agent changed.
 */
export function FileView({ location }: { location: FileLocation }): ReactElement {
  const { cwd } = useAcpUi();
  const texts = useTexts("sidePanel", sidePanelTexts);
  const call = useToolCall(location.toolCallId ?? "");
  const file = useFileText(location.path, call);
  const path = relativePath(location.path, cwd);
  const line = location.line ?? findFirstChangedLine(call?.content ?? [], location.path);
  return (
    <figure className="acp-file-view">
      <figcaption className="acp-diff-header" title={location.path}>
        <Icon name="file" />
        <span className="acp-diff-path">{path}</span>
        {line !== undefined && <span className="acp-file-line">{texts.line(line)}</span>}
      </figcaption>
      {file.note !== undefined && <p className="acp-side-panel-note">{file.note}</p>}
      {file.text !== undefined && (
        <FileLines text={file.text} line={line} path={location.path} label={path} />
      )}
    </figure>
  );
}

/**
 * Selects the code to highlight. The colors of a line depend on all lines before it. If the file is too
 * long, only the lines near the view have colors.
 */
function selectCode(
  lines: readonly string[],
  middle: number,
): { readonly code: string; readonly codeStart: number } {
  const sizeOf = (index: number): number => (lines[index]?.length ?? 0) + 1;
  if (lines.reduce((size, line) => size + line.length + 1, 0) <= MAX_CODE_CHARACTERS)
    return { code: lines.join("\n"), codeStart: 0 };
  let start = middle;
  for (let size = 0; start > 0; start -= 1) {
    size += sizeOf(start - 1);
    if (size > MAX_CODE_CHARACTERS / 2) break;
  }
  let end = middle;
  for (let size = 0; end < lines.length; end += 1) {
    size += sizeOf(end);
    if (size > MAX_CODE_CHARACTERS / 2) break;
  }
  return { code: lines.slice(start, end).join("\n"), codeStart: start };
}

interface FileLinesProps {
  readonly text: string;
  readonly line: number | undefined;
  /** The path, whose extension tells the language. */
  readonly path: string;
  readonly label: string;
}

function FileLines({ text, line, path, label }: FileLinesProps): ReactElement {
  const { Code } = useAcpUi().slots;
  const lines = useMemo(() => text.replace(/\n$/, "").split("\n"), [text]);
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end } = useVisibleLines(scroller, lines.length, line);
  const minWidth = useMemo(() => getLinesWidth(lines), [lines]);
  const source = useMemo(
    (): LineSource => ({
      path,
      count: lines.length,
      rowAt: (index) => toRow(lines, index),
      position: START_OF_FILE,
    }),
    [path, lines],
  );
  const middle = Math.round((first + end) / 2 / COLOR_STEP) * COLOR_STEP;
  const { code, codeStart } = useMemo(() => selectCode(lines, middle), [lines, middle]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const { scrollHeight, clientHeight } = element;
    const top = line === undefined ? 0 : ((line - 1) / lines.length) * scrollHeight;
    element.scrollTop = Math.max(0, top - clientHeight / 3);
  }, [line, lines]);
  return (
    <div ref={scroller} className="acp-file-lines" tabIndex={0} role="region" aria-label={label}>
      <div
        className="acp-file-rows"
        style={{ height: `${lines.length}lh`, paddingTop: `${first}lh`, minWidth }}
      >
        <LineCommenting source={source} scroller={scroller} first={first} />
        <Code code={code} language={path}>
          {(codeLines) =>
            lines.slice(first, end).map((content, index) => {
              const number = first + index + 1;
              const tokens = codeLines?.[number - 1 - codeStart];
              return (
                <div
                  key={number}
                  className="acp-file-row"
                  data-line={number}
                  aria-current={number === line ? "location" : undefined}
                >
                  {tokens === undefined ? content : renderCodeLine(tokens)}
                </div>
              );
            })
          }
        </Code>
      </div>
    </div>
  );
}

function toRow(lines: readonly string[], index: number): DiffRow | undefined {
  const text = lines[index];
  if (text === undefined) return undefined;
  return { kind: "same", text, oldLine: index + 1, newLine: index + 1 };
}
