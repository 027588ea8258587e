import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import type { LogFilter } from "../model/logFilter.js";
import type { Settings } from "../model/settings.js";
import type { Source } from "../model/source.js";
import type { Track } from "../model/tracks.js";
import { DiagnosticsView } from "../views/DiagnosticsView.js";
import { LogView } from "../views/LogView.js";
import { PendingView } from "../views/PendingView.js";
import { StateView } from "../views/StateView.js";
import { TimelineView } from "../views/TimelineView.js";
import { TrafficView } from "../views/TrafficView.js";
import { type PanelContext, PanelProvider, type TabName } from "./context.js";
import { Header } from "./Header.js";
import { type Failure, OpenFailure } from "./OpenFailure.js";
import { TimeBar } from "./TimeBar.js";
import { TraceBanner } from "./TraceBanner.js";
import { useConformance } from "./useConformance.js";

interface PanelProps {
  readonly source: Source;
  readonly settings: Settings;
  readonly onChange: (changed: Partial<Settings>) => void;
  readonly onOpen: (file: File) => void;
  /** Of the last file, if it could not be opened. */
  readonly failure: Failure | undefined;
  readonly onForgetFailure: () => void;
  /** Only where a trace is shown. */
  readonly onLeaveTrace?: () => void;
  /** What the button for that says. */
  readonly leaving?: string;
}

const VIEWS: Readonly<Record<TabName, () => ReactNode>> = {
  Timeline: TimelineView,
  Log: LogView,
  State: StateView,
  Pending: PendingView,
  Diagnostics: DiagnosticsView,
  Traffic: TrafficView,
};

/** All of the panel, for one source. */
export function Panel(props: PanelProps): ReactNode {
  const { source, settings, onChange, onOpen, onLeaveTrace, leaving = "" } = props;
  const { history } = source;
  const snapshot = useSyncExternalStore(history.subscribe, history.getSnapshot);
  const [tab, setTab] = useState<TabName>(source.trace === undefined ? "Timeline" : "Pending");
  const [selected, select] = useState<number>();
  const [chosen, choose] = useState<Track>();
  const [filter, setFilter] = useState<LogFilter>({});
  const [conformance, check] = useConformance(source, snapshot);
  const id = useId();
  const View = VIEWS[tab];

  const panel: PanelContext = {
    source,
    snapshot,
    digest: source.digest.read(),
    selected,
    select,
    filter,
    conformance,
    check,
    chosen,
    choose,
    showTrack: (track) => {
      choose(track);
      setTab("Timeline");
    },
    travel: (index) => {
      history.jump(index);
      select(index);
      setTab("State");
    },
    show: (index) => {
      select(index);
      setFilter({});
      setTab("Log");
    },
    setFilter: (wanted) => {
      setFilter(wanted);
      setTab("Log");
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
        {onLeaveTrace !== undefined && <TraceBanner onLeave={onLeaveTrace} leaving={leaving} />}
        {props.failure && <OpenFailure failure={props.failure} onClose={props.onForgetFailure} />}
        <TimeBar />
        <div
          className="view"
          role="tabpanel"
          tabIndex={0}
          id={`${id}-view`}
          aria-labelledby={`${id}-${tab}`}
        >
          <View />
        </div>
      </div>
    </PanelProvider>
  );
}
