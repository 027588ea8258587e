import { type ReactNode, useMemo, useState } from "react";
import { compareTraces, type TraceComparison } from "../compare/compareTraces.js";
import { describeComparison, SIDE_NAMES } from "../compare/describeComparison.js";
import { formatCount, formatTime } from "../model/format.js";
import { entryLabel, type PanelSource } from "../model/source.js";
import { COMPARE_STYLES } from "../styles/compare.js";
import { LinkButton } from "../ui/controls.js";
import { usePanel } from "../ui/panelContext.js";
import { useStyles } from "../ui/useStyles.js";
import { ComparedFeatures } from "./ComparedFeatures.js";
import { ComparedTurn } from "./ComparedTurn.js";

/** The number of turns that are shown at first, and added by each click. */
const TURNS_PER_PAGE = 20;

/** Shows what the agent of another trace does differently. */
export function CompareView(): ReactNode {
  const { source, snapshot, comparedTrace } = usePanel();
  const styles = useStyles(COMPARE_STYLES);
  // A live log grows, but the comparison stands still until the user asks for a new one.
  const [end, setEnd] = useState(snapshot.end);
  const comparison = useMemo(
    () => comparedTrace && { end, result: compareTraces(source, comparedTrace) },
    [source, comparedTrace, end],
  );
  const [shown, setShown] = useState(TURNS_PER_PAGE);
  if (comparedTrace === undefined || comparison === undefined) return null;
  const { turns, features } = comparison.result;
  return (
    <div ref={styles} className="sections compare">
      <ComparisonVerdict
        comparison={comparison.result}
        other={comparedTrace}
        newEntries={snapshot.end - comparison.end}
        onRefresh={() => setEnd(snapshot.end)}
      />
      <ComparedFeatures features={features} />
      {turns.length === 0 && <p className="empty">Neither log has a turn or a step.</p>}
      {turns.slice(0, shown).map((turn, place) => (
        <ComparedTurn key={place} turn={turn} turns={turns} other={comparedTrace} />
      ))}
      {turns.length > shown && (
        <p>
          <LinkButton onClick={() => setShown(shown + TURNS_PER_PAGE)}>
            Show {formatCount(Math.min(TURNS_PER_PAGE, turns.length - shown), "more turn")}
          </LinkButton>
        </p>
      )}
    </div>
  );
}

interface ComparisonVerdictProps {
  readonly comparison: TraceComparison;
  readonly other: PanelSource;
  /** The number of entries that came after the comparison. */
  readonly newEntries: number;
  readonly onRefresh: () => void;
}

/** The result in one line, and the two logs. */
function ComparisonVerdict({
  comparison,
  other,
  newEntries,
  onRefresh,
}: ComparisonVerdictProps): ReactNode {
  const { source, closeComparedTrace } = usePanel();
  const { count, text } = describeComparison(comparison);
  const kind = source.trace === undefined ? "this log" : "this trace";
  return (
    <section className={`section ${count === 0 ? "good" : "accent"}`} aria-label="Verdict">
      <h3 className="verdict">{text}</h3>
      <dl className="compared-logs">
        <LogFacts side="left" agent={comparison.left.agent} source={source} kind={kind} />
        <LogFacts side="right" agent={comparison.right.agent} source={other} kind="" />
      </dl>
      {newEntries > 0 && (
        <button type="button" className="button button-primary" onClick={onRefresh}>
          Compare again ({formatCount(newEntries, "new entry")})
        </button>
      )}
      <button type="button" className="button" onClick={closeComparedTrace}>
        Close the comparison
      </button>
    </section>
  );
}

interface LogFactsProps {
  readonly side: keyof typeof SIDE_NAMES;
  readonly agent: string | undefined;
  readonly source: PanelSource;
  readonly kind: string;
}

function LogFacts({ side, agent, source, kind }: LogFactsProps): ReactNode {
  const { end } = source.history.getSnapshot();
  const { startAt, endAt } = source.digest.read();
  const facts = [
    [kind, source.name].filter((part) => part !== undefined && part !== "").join(", "),
    ...(end === 0
      ? ["no messages"]
      : [`${entryLabel(source, end - 1)} is the last`, `${formatTime(endAt - startAt)} long`]),
  ].filter((fact) => fact !== "");
  return (
    <div>
      <dt className={`side ${side}`}>{SIDE_NAMES[side]}</dt>
      <dd>
        <strong>{agent ?? "Unknown agent"}</strong>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </dd>
    </div>
  );
}
