import { type DragEvent, type ReactNode, useMemo, useState, useSyncExternalStore } from "react";
import type { Settings } from "../model/settings.js";
import { emptySource, type Source, traceSource } from "../model/source.js";
import type { Failure } from "./OpenFailure.js";
import { Panel } from "./Panel.js";

interface SourceViewProps {
  readonly live: Source | undefined;
  readonly settings: Settings;
  readonly onChange: (changed: Partial<Settings>) => void;
}

/** Decides what is looked at: the live store, or a trace that was opened or dropped here. */
export function SourceView({ live, settings, onChange }: SourceViewProps): ReactNode {
  const [trace, setTrace] = useState<Source>();
  const [failure, setFailure] = useState<Failure>();
  const [opened, setOpened] = useState(0);
  const [isOver, setIsOver] = useState(false);
  const nothing = useMemo(() => emptySource(), []);
  const source = trace ?? live ?? nothing;
  const { subscribe, getSnapshot } = (live ?? nothing).history;
  const isLive = useSyncExternalStore(subscribe, () => !getSnapshot().isDetached);

  async function open(file: File): Promise<void> {
    setFailure(undefined);
    let text: string;
    try {
      text = await file.text();
    } catch (error) {
      // Such as a folder, or a file that is gone or may not be read.
      setFailure({
        name: file.name,
        reason: error instanceof Error ? error.message : String(error),
      });
      return;
    }
    setTrace(traceSource(file.name, text));
    setOpened((count) => count + 1);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) void open(file);
  }

  return (
    <div
      className={isOver ? "drop drop-over" : "drop"}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Panel
        // Each source has a place in the log and a filter of its own.
        key={trace === undefined ? "live" : opened}
        source={source}
        settings={settings}
        onChange={onChange}
        onOpen={(file) => void open(file)}
        failure={failure}
        onForgetFailure={() => setFailure(undefined)}
        {...(trace && {
          onLeaveTrace: () => setTrace(undefined),
          leaving: leavingWords(live !== undefined, isLive),
        })}
      />
      {isOver && <p className="drop-hint">Drop a .jsonl trace to open it</p>}
    </div>
  );
}

function leavingWords(hasLog: boolean, isLive: boolean): string {
  if (!hasLog) return "Close the trace";
  return isLive ? "Back to the live store" : "Back to the log";
}
