import { useToolCall } from "@acp-store/react";
import { type ReactElement, useEffect, useMemo, useRef } from "react";
import { renderCodeLine } from "../content/CodeText.js";
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
  useEffect(() => {
    const element = view.current;
    const row = element?.querySelector<HTMLElement>("[aria-current]");
    if (element) element.scrollTop = row ? row.offsetTop - element.clientHeight / 3 : 0;
  }, [line, text]);
  return (
    <div ref={view} className="acp-file-lines" tabIndex={0} role="region" aria-label={path}>
      {first > 0 && <p className="acp-file-hidden-lines">{texts.linesAbove(first)}</p>}
      {/* All lines before the end, because the color of a line depends on those before it. */}
      <Code code={lines.slice(0, end).join("\n")} language={path}>
        {(codeLines) =>
          shown.map((content, index) => {
            const number = first + index + 1;
            const tokens = codeLines?.[number - 1];
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
