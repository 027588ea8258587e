import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useId,
  useState,
  useSyncExternalStore,
} from "react";
import { formatCount } from "../model/format.js";
import type { LogFilter } from "../model/logSearch.js";
import type { MirrorSources } from "../options.js";
import type { ResendAgent } from "../model/resend.js";
import type { Settings } from "../model/settings.js";
import type { PanelSource } from "../model/source.js";
import type { Track } from "../model/tracks.js";
import { DiagnosticsView } from "../views/DiagnosticsView.js";
import { LogView } from "../views/LogView.js";
import { PendingView } from "../views/PendingView.js";
import { StateView } from "../views/StateView.js";
import { SummaryView } from "../views/SummaryView.js";
import { TimelineView } from "../views/TimelineView.js";
import { TrafficView } from "../views/TrafficView.js";
import { Header } from "./Header.js";
import { type FrameRef, type PanelContext, PanelProvider, type TabName } from "./panelContext.js";
import { type OpenError, readSource } from "./readSource.js";
import { TimeBar } from "./TimeBar.js";
import { useClock } from "./useClock.js";
import { useConformance } from "./useConformance.js";

const VIEWS: Readonly<Record<TabName, ComponentType>> = {
  Summary: SummaryView,
  Timeline: TimelineView,
  Log: LogView,
  State: StateView,
  Pending: PendingView,
  Diagnostics: DiagnosticsView,
  Traffic: TrafficView,
  // Most applications have no mirrors.
  Mirrors: lazy(async () => ({
    default: (await import("../views/MirrorsView.js")).MirrorsView,
  })),
  Compare: lazy(async () => ({
    default: (await import("../views/CompareView.js")).CompareView,
  })),
};

interface PanelProps {
  readonly source: PanelSource;
  readonly mirrors: MirrorSources;
  readonly agent: ResendAgent | undefined;
  /** A sentence about the log. */
  readonly note: string | undefined;
  readonly settings: Settings;
  readonly onChange: (changed: Partial<Settings>) => void;
  readonly onOpen: (file: File) => void;
  /** Set if the last file could not be opened. */
  readonly openError: OpenError | undefined;
  readonly onDismissError: () => void;
  /** Set while a trace is shown. */
  readonly onCloseTrace?: () => void;
  readonly closeLabel?: string;
  /** Shows the frames of another agent of the trace. */
  readonly onAgent?: (agent: string) => void;
}

/** The header, the time bar and the current view, for one source. */
export function Panel(props: PanelProps): ReactNode {
  const { source, mirrors, agent, note, settings, onChange } = props;
  const { onOpen, openError, onCloseTrace, closeLabel = "" } = props;
  const { history } = source;
  const snapshot = useSyncExternalStore(history.subscribe, history.getSnapshot);
  const [tab, setTab] = useState<TabName>("Summary");
  const [selectedEntry, selectEntry] = useState<number>();
  const [selectedTrack, selectTrack] = useState<Track>();
  const [filter, setFilter] = useState<LogFilter>({});
  const [comparedTrace, setComparedTrace] = useState<PanelSource>();
  const [compareError, setCompareError] = useState<OpenError>();
  const [baseFrame, setBaseFrame] = useState<FrameRef>();
  const check = useConformance(source);
  useClock(source.history);
  const id = useId();
  const View = VIEWS[tab];

  function filterLog(wanted: LogFilter): void {
    setFilter(wanted);
    setTab("Log");
  }

  async function compareWithTrace(file: File): Promise<void> {
    const opened = await readSource(file);
    setCompareError(opened.error);
    if (opened.source === undefined) return;
    setComparedTrace(opened.source);
    setTab("Compare");
  }

  const panel: PanelContext = {
    source,
    snapshot,
    digest: source.digest.read(),
    mirrors,
    agent,
    selectedEntry,
    selectEntry,
    comparedTrace,
    compareWithTrace: (file) => void compareWithTrace(file),
    closeComparedTrace: () => {
      setComparedTrace(undefined);
      if (baseFrame?.source === comparedTrace) setBaseFrame(undefined);
      setTab("Summary");
    },
    baseFrame,
    setBaseFrame,
    filter,
    filterLog,
    ...check,
    selectedTrack,
    selectTrack,
    openOnTimeline: (track) => {
      selectTrack(track);
      setTab("Timeline");
    },
    openState: (index) => {
      history.jumpTo(index);
      selectEntry(index);
      setTab("State");
    },
    openInLog: (index) => {
      selectEntry(index);
      filterLog({});
    },
  };

  return (
    <PanelProvider value={panel}>
      <div className="panel">
        <Header
          id={id}
          tab={tab}
          onTab={setTab}
          settings={settings}
          onChange={onChange}
          onOpen={onOpen}
        />
        {onCloseTrace !== undefined && (
          <TraceBanner
            source={source}
            onAgent={props.onAgent}
            onClose={onCloseTrace}
            closeLabel={closeLabel}
          />
        )}
        {note !== undefined && (
          <div className="trace-banner" role="status">
            <p>{note}</p>
          </div>
        )}
        {openError && <OpenErrorBanner error={openError} onClose={props.onDismissError} />}
        {compareError && (
          <OpenErrorBanner error={compareError} onClose={() => setCompareError(undefined)} />
        )}
        <TimeBar />
        <div
          className="view"
          role="tabpanel"
          tabIndex={0}
          id={`${id}-view`}
          aria-labelledby={`${id}-${tab}`}
        >
          <Suspense fallback={<p className="empty">Loading…</p>}>
            <View />
          </Suspense>
        </div>
      </div>
    </PanelProvider>
  );
}

interface TraceBannerProps {
  readonly source: PanelSource;
  readonly onAgent: PanelProps["onAgent"];
  readonly onClose: () => void;
  readonly closeLabel: string;
}

/** Shows the name and format of the opened trace, and the lines of its file that are not messages. */
function TraceBanner(props: TraceBannerProps): ReactNode {
  const { source, onAgent, onClose, closeLabel } = props;
  const { format, problems = [], textLines = 0, agents = [], agent } = source.trace ?? {};
  const lines = problems.map(({ line, message }) => `line ${line}: ${message}`);
  return (
    <div className="trace-banner">
      <p>
        Trace <strong>{source.name}</strong>
        {format !== undefined && ` · Opened as: ${format}`}
        {textLines > 0 && ` · ${formatCount(textLines, "line")} without a message`}
        {lines.length > 0 && (
          <span className="problems" title={lines.join("\n")}>
            {" "}
            · {formatCount(lines.length, "problem")} ({lines.length > 1 && "first: "}
            {lines[0]})
          </span>
        )}
      </p>
      {agents.length > 1 && (
        <label className="field">
          Agent
          <select
            className="input"
            value={agent}
            onChange={({ target }) => onAgent?.(target.value)}
          >
            {agents.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <button type="button" className="button" onClick={onClose}>
        {closeLabel}
      </button>
    </div>
  );
}

interface OpenErrorBannerProps {
  readonly error: OpenError;
  readonly onClose: () => void;
}

function OpenErrorBanner({ error, onClose }: OpenErrorBannerProps): ReactNode {
  return (
    <div className="trace-banner failed" role="alert">
      <p>
        <strong>{error.name}</strong> could not be opened: {error.reason} Choose a readable file,
        not a folder.
      </p>
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}
