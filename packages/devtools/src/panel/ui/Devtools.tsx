import {
  type DragEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createHistory } from "../../history/createHistory.js";
import type { MirrorSources } from "../options.js";
import { loadSettings, type Settings, saveSettings } from "../model/settings.js";
import { createEmptySource, createLiveSource, type PanelSource } from "../model/source.js";
import type { AcpDevtoolsProps } from "../options.js";
import { Icon } from "./controls.js";
import { Panel } from "./Panel.js";
import { PanelFrame } from "./PanelFrame.js";
import { type OpenError, readSource } from "./readSource.js";

/** Shows the button that opens the panel, or the panel. */
export function Devtools({
  store,
  history,
  mirrorHost,
  mirror,
  agent,
  name,
  note,
  initialOpen,
  position = "bottom",
  onOpenChange,
  onTraceChange,
}: Omit<AcpDevtoolsProps, "enabled" | "theme">): ReactNode {
  const [settings, setSettings] = useState(() => loadSettings(initialOpen, position));
  const [wasOpen, setWasOpen] = useState(settings.isOpen);
  // The focus moves only when the user opens or closes the panel.
  const [wasToggled, setWasToggled] = useState(false);
  const live = useLiveSource(store, history, name, wasOpen);
  useOpenReports(settings.isOpen, onOpenChange);

  function change(changed: Partial<Settings>): void {
    const next = { ...settings, ...changed };
    setSettings(next);
    saveSettings(next);
    if (next.isOpen) setWasOpen(true);
    if (next.isOpen !== settings.isOpen) setWasToggled(true);
  }

  if (!settings.isOpen)
    return (
      <button
        type="button"
        className="opener"
        aria-label="Open the ACP devtools"
        title="Open the ACP devtools"
        autoFocus={wasToggled}
        onClick={() => change({ isOpen: true })}
      >
        <Icon name="logo" />
        <span>ACP</span>
      </button>
    );
  return (
    <PanelFrame settings={settings} onChange={change} takesFocus={wasToggled}>
      <SourceChooser
        live={live}
        mirrors={{ mirrorHost, mirror }}
        agent={agent}
        note={note}
        settings={settings}
        onChange={change}
        onTraceChange={onTraceChange}
      />
    </PanelFrame>
  );
}

/** Tells the application whether the panel is open. */
function useOpenReports(isOpen: boolean, onOpenChange: AcpDevtoolsProps["onOpenChange"]): void {
  const report = useRef(onOpenChange);
  useEffect(() => {
    report.current = onOpenChange;
  });
  useEffect(() => report.current?.(isOpen), [isOpen]);
}

/** Returns the application's log: the given history, or one that starts when `isNeeded` is set. */
function useLiveSource(
  store: AcpDevtoolsProps["store"],
  history: AcpDevtoolsProps["history"],
  name: AcpDevtoolsProps["name"],
  isNeeded: boolean,
): PanelSource | undefined {
  const given = useMemo(() => history && createLiveSource(history, name), [history, name]);
  const loggedStore = given === undefined ? store : undefined;
  const own = useMemo(() => createOwnSource(loggedStore, name), [loggedStore, name]);
  const source = useSyncExternalStore(
    isNeeded ? own.subscribe : subscribeToNothing,
    own.get,
    own.get,
  );
  return given ?? source;
}

/** Creates a source whose history listens to the store while React is subscribed to it. */
function createOwnSource(store: AcpDevtoolsProps["store"], name: AcpDevtoolsProps["name"]) {
  let source: PanelSource | undefined;
  return {
    get: () => source,
    /** Starts the history. React calls `get` again after subscribing. */
    subscribe: () => {
      source = store && createLiveSource(createHistory(store), name);
      return () => {
        source?.history.detach();
        source = undefined;
      };
    },
  };
}

function subscribeToNothing(): () => void {
  return () => {};
}

interface SourceChooserProps {
  readonly live: PanelSource | undefined;
  readonly mirrors: MirrorSources;
  readonly agent: AcpDevtoolsProps["agent"];
  readonly note: AcpDevtoolsProps["note"];
  readonly settings: Settings;
  readonly onChange: (changed: Partial<Settings>) => void;
  readonly onTraceChange: AcpDevtoolsProps["onTraceChange"];
}

/** Shows the panel for the live log, or for a trace that the user opened or dropped on it. */
function SourceChooser(props: SourceChooserProps): ReactNode {
  const { live, mirrors, agent, note, settings, onChange, onTraceChange } = props;
  const [trace, setTrace] = useState<PanelSource>();
  const [openError, setOpenError] = useState<OpenError>();
  const [traceCount, setTraceCount] = useState(0);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const empty = useMemo(() => createEmptySource(), []);
  const source = trace ?? live ?? empty;
  const { subscribe, getSnapshot } = (live ?? empty).history;
  const isLive = useSyncExternalStore(subscribe, () => !getSnapshot().isDetached);
  const closeTrace = useCallback(() => setTrace(undefined), []);
  useTraceReports(trace, closeTrace, onTraceChange);

  async function open(file: File): Promise<void> {
    const opened = await readSource(file);
    setOpenError(opened.error);
    if (opened.source !== undefined) show(opened.source);
  }

  function show(opened: PanelSource): void {
    setTrace(opened);
    setTraceCount((count) => count + 1);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsDraggedOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) void open(file);
  }

  return (
    <div
      className={isDraggedOver ? "drop drop-over" : "drop"}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={drop}
    >
      <Panel
        // Each source has its own selection and filter.
        key={trace === undefined ? `live ${numberOf(source)}` : traceCount}
        source={source}
        mirrors={trace === undefined ? mirrors : {}}
        agent={agent}
        note={trace === undefined ? note : undefined}
        settings={settings}
        onChange={onChange}
        onOpen={(file) => void open(file)}
        openError={openError}
        onDismissError={() => setOpenError(undefined)}
        {...(trace?.trace && {
          onCloseTrace: closeTrace,
          onAgent: (name: string) => {
            const other = trace.trace?.ofAgent?.(name);
            if (other !== undefined) show(other);
          },
          closeLabel: closeLabel(live !== undefined, isLive),
        })}
      />
      {isDraggedOver && <p className="drop-hint">Drop a .jsonl trace to open it</p>}
    </div>
  );
}

const numbers = new WeakMap<PanelSource, number>();
let lastNumber = 0;

/** Returns a number that identifies a source. */
function numberOf(source: PanelSource): number {
  const number = numbers.get(source) ?? ++lastNumber;
  numbers.set(source, number);
  return number;
}

/** Tells the application which trace the panel shows. */
function useTraceReports(
  source: PanelSource | undefined,
  close: () => void,
  onTraceChange: AcpDevtoolsProps["onTraceChange"],
): void {
  const report = useRef(onTraceChange);
  useEffect(() => {
    report.current = onTraceChange;
  });
  useEffect(() => {
    if (source?.trace === undefined) return undefined;
    const { trace, history, name = "" } = source;
    report.current?.({ ...trace, name, history, close });
    return () => report.current?.(undefined);
  }, [source, close]);
}

function closeLabel(hasLog: boolean, isLive: boolean): string {
  if (!hasLog) return "Close the trace";
  return isLive ? "Back to the live store" : "Back to the log";
}
