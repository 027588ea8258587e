import { type ReactNode, useState } from "react";
import type { Side, StepPair, TurnPair } from "../compare/compareTraces.js";
import { SIDE_NAMES } from "../compare/describeComparison.js";
import { formatCount, formatTime } from "../model/format.js";
import type { PanelSource } from "../model/source.js";
import { CollapsedList } from "../ui/CollapsedList.js";
import { LinkButton } from "../ui/controls.js";
import { ComparedStep } from "./ComparedStep.js";

/** The number of steps that are shown at first, and added by each click. */
const STEPS_PER_PAGE = 60;
/** A turn with more steps leaves out the equal ones that are not next to a difference. */
const MAX_EQUAL_STEPS = 20;

interface ComparedTurnProps {
  readonly turn: TurnPair;
  readonly turns: readonly TurnPair[];
  /** The trace on the right side. */
  readonly other: PanelSource;
}

/** The steps of a turn, side by side. */
export function ComparedTurn({ turn, turns, other }: ComparedTurnProps): ReactNode {
  const { left, right, status } = turn;
  const isTurn = (left ?? right)?.prompt !== undefined;
  const number = turns.filter(hasPrompt).indexOf(turn) + 1;
  const title = isTurn ? `Turn ${number}` : "Between turns";
  const [isOpen, setIsOpen] = useState(status === "both");
  return (
    <section className="section compared-turn" aria-label={title}>
      <h3>
        {title} <span className="turn-prompt">{quotedPrompt(left?.prompt ?? right?.prompt)}</span>
        {status !== "both" && <span className="badge warn">only in {SIDE_NAMES[status]}</span>}
      </h3>
      {turn.hasOtherPrompt && (
        <p className="other-prompt">
          <span className="side right">{SIDE_NAMES.right}</span> has another prompt:{" "}
          <span className="turn-prompt">{quotedPrompt(right?.prompt)}</span>
        </p>
      )}
      {isTurn && (
        <p className="facts">
          <Duration side="left" turn={turn} />
          <Duration side="right" turn={turn} />
        </p>
      )}
      {isOpen ? (
        <CollapsedList
          className="compared-steps"
          items={turn.steps}
          isEqual={isEqualStep}
          context={turn.steps.length > MAX_EQUAL_STEPS ? 1 : MAX_EQUAL_STEPS}
          pageSize={STEPS_PER_PAGE}
          noun="step"
        >
          {(pair) => <ComparedStep pair={pair} other={other} />}
        </CollapsedList>
      ) : (
        <LinkButton onClick={() => setIsOpen(true)}>
          Show its {formatCount(turn.steps.length, "step")}
        </LinkButton>
      )}
    </section>
  );
}

function hasPrompt({ left, right }: TurnPair): boolean {
  return (left ?? right)?.prompt !== undefined;
}

function quotedPrompt(prompt: string | undefined): string {
  return prompt === undefined || prompt === "" ? "" : `“${prompt.slice(0, 200)}”`;
}

function Duration({ side, turn }: { readonly side: Side; readonly turn: TurnPair }): ReactNode {
  const steps = turn[side];
  if (steps === undefined) return null;
  return (
    <span>
      <span className={`side ${side}`}>{SIDE_NAMES[side]}</span>{" "}
      {steps.ms === undefined ? "did not end" : `took ${formatTime(steps.ms)}`}
      {turn.slower === side && <span className="badge warn">slower</span>}
    </span>
  );
}

function isEqualStep({ status }: StepPair): boolean {
  return status === "same";
}
