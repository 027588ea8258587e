import { useToolCall } from "@acp-store/react";
import { type ReactElement, useEffect, useMemo, useRef } from "react";
import { type Place, usePanelScope } from "../shell/panelScope.js";
import { Icon } from "../ui/Icon.js";
import { relativePath } from "../ui/paths.js";
import { firstChangeIn } from "./firstChangeIn.js";
import { useFileText } from "./useFileText.js";

/** So many lines on both sides are there without being asked for. */
const AROUND = 400;

/** A file at a line: the one named, or else the first that the agent changed there. */
export function FileView({ place }: { place: Place }): ReactElement {
  const { cwd } = usePanelScope();
  const call = useToolCall(place.toolCallId ?? "");
  const file = useFileText(place.path, call);
  const path = relativePath(place.path, cwd);
  const line = place.line ?? firstChangeIn(call?.content ?? [], place.path);
  return (
    <figure className="file">
      <figcaption className="diff-bar" title={place.path}>
        <Icon name="file" />
        <span className="diff-path">{path}</span>
        {line !== undefined && <span className="file-line">line {line}</span>}
      </figcaption>
      {file.note !== undefined && <p className="side-note">{file.note}</p>}
      {file.text !== undefined && <Lines text={file.text} line={line} label={path} />}
    </figure>
  );
}

interface LinesProps {
  readonly text: string;
  readonly line: number | undefined;
  readonly label: string;
}

function Lines({ text, line, label }: LinesProps): ReactElement {
  const lines = useMemo(() => text.replace(/\n$/, "").split("\n"), [text]);
  const view = useRef<HTMLDivElement>(null);
  const first = Math.max(0, (line ?? 1) - 1 - AROUND);
  const shown = lines.slice(first, (line ?? 1) + AROUND);
  useEffect(() => {
    const element = view.current;
    const row = element?.querySelector<HTMLElement>("[aria-current]");
    if (element) element.scrollTop = row ? row.offsetTop - element.clientHeight / 3 : 0;
  }, [line, text]);
  return (
    <div ref={view} className="file-lines" tabIndex={0} role="region" aria-label={label}>
      {first > 0 && <p className="file-cut">{first} lines above</p>}
      {shown.map((content, index) => {
        const number = first + index + 1;
        return (
          <div
            key={number}
            className="file-row"
            data-line={number}
            aria-current={number === line ? "location" : undefined}
          >
            {content}
          </div>
        );
      })}
      {first + shown.length < lines.length && (
        <p className="file-cut">{lines.length - first - shown.length} lines below</p>
      )}
    </div>
  );
}
