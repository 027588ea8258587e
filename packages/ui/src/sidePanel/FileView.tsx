import { useToolCall } from "@acp-store/react";
import { type ReactElement, useEffect, useMemo, useRef } from "react";
import { MAX_CODE_CHARACTERS, renderCodeLine } from "../content/CodeText.js";
import { type FileLocation, useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { relativePath } from "../format/paths.js";
import { findFirstChangedLine } from "./findFirstChangedLine.js";
import { useFileText } from "./useFileText.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The number of lines shown before and after the current line. */
const LINES_AROUND = 400;

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
      {file.text !== undefined && <FileLines text={file.text} line={line} path={path} />}
    </figure>
  );
}

/**
 * Selects the code to highlight. The colors of a line depend on all lines before it. If these are too
 * long, only the lines near the current one have colors.
 */
function selectCode(
  lines: readonly string[],
  end: number,
  line: number,
): { readonly code: string; readonly codeStart: number } {
  const code = lines.slice(0, end).join("\n");
  if (code.length <= MAX_CODE_CHARACTERS) return { code, codeStart: 0 };
  const sizeOf = (index: number): number => (lines[index]?.length ?? 0) + 1;
  let start = line - 1;
  for (let size = 0; start > 0; start -= 1) {
    size += sizeOf(start - 1);
    if (size > MAX_CODE_CHARACTERS / 2) break;
  }
  let after = line - 1;
  for (let size = 0; after < end; after += 1) {
    size += sizeOf(after);
    if (size > MAX_CODE_CHARACTERS / 2) break;
  }
  return { code: lines.slice(start, after).join("\n"), codeStart: start };
}

interface FileLinesProps {
  readonly text: string;
  readonly line: number | undefined;
  /** The path, which is the label, and whose extension tells the language. */
  readonly path: string;
}

function FileLines({ text, line, path }: FileLinesProps): ReactElement {
  const { Code } = useAcpUi().slots;
  const texts = useTexts("sidePanel", sidePanelTexts);
  const lines = useMemo(() => text.replace(/\n$/, "").split("\n"), [text]);
  const view = useRef<HTMLDivElement>(null);
  const first = Math.max(0, (line ?? 1) - 1 - LINES_AROUND);
  const end = (line ?? 1) + LINES_AROUND;
  const shown = lines.slice(first, end);
  const { code, codeStart } = selectCode(lines, end, line ?? 1);
  useEffect(() => {
    const element = view.current;
    const row = element?.querySelector<HTMLElement>("[aria-current]");
    if (element) element.scrollTop = row ? row.offsetTop - element.clientHeight / 3 : 0;
  }, [line, text]);
  return (
    <div ref={view} className="acp-file-lines" tabIndex={0} role="region" aria-label={path}>
      {first > 0 && <p className="acp-file-hidden-lines">{texts.linesAbove(first)}</p>}
      <Code code={code} language={path}>
        {(codeLines) =>
          shown.map((content, index) => {
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
      {first + shown.length < lines.length && (
        <p className="acp-file-hidden-lines">
          {texts.linesBelow(lines.length - first - shown.length)}
        </p>
      )}
    </div>
  );
}
