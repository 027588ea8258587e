import type { Hunk, OriginTurn } from "@acp-store/review";
import type { ReactElement } from "react";
import { clipLabel } from "../format/clipText.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { useTurnTitle } from "./useTurnTitle.js";

/** More turns are not named. */
const MAX_NAMED = 3;

interface OtherTurnsProps {
  readonly hunk: Hunk;
  /** The turn around the change. */
  readonly turnId: string;
}

/** The other turns that wrote lines of a change. */
export function OtherTurns({ hunk, turnId }: OtherTurnsProps): ReactElement | null {
  const others = new Map<string, OriginTurn>();
  for (const { by } of hunk.origins)
    if (typeof by === "object" && by.turnId !== undefined && by.turnId !== turnId)
      others.set(by.turnId, by);
  if (others.size === 0) return null;
  return (
    <div className="acp-review-other-turns">
      {[...others].slice(-MAX_NAMED).map(([id, turn]) => (
        <OtherTurn key={id} turn={turn} />
      ))}
    </div>
  );
}

function OtherTurn({ turn }: { readonly turn: OriginTurn }): ReactElement {
  const texts = useTexts("review", reviewTexts);
  return <p>{texts.alsoOf(clipLabel(useTurnTitle(turn).title))}</p>;
}
