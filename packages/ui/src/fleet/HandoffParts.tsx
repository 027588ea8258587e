import type { HandoffPart } from "@acp-store/core/export";
import { type ReactElement, useId } from "react";
import { useFormat } from "../format/format.js";
import { handoffTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { HandoffState } from "./useHandoff.js";

const PARTS = ["plan", "changes", "rejected", "output"] as const satisfies readonly HandoffPart[];
const SIZES = [8_000, 16_000, 32_000, 64_000, 128_000];

/** Checkboxes for the parts of the record, with their sizes. */
export function HandoffParts(props: HandoffState): ReactElement {
  const { handoff, without, setIncluded } = props;
  const texts = useTexts("handoff", handoffTexts);
  const size = useSizeFormat();
  const { summarizedTurns = 0, turns = 0 } = handoff?.omitted ?? {};
  return (
    <>
      <fieldset className="acp-handoff-parts">
        <legend className="acp-field-label">{texts.included}</legend>
        {PARTS.map((part) => (
          <label key={part} className="acp-field-choice">
            <input
              type="checkbox"
              checked={!without.includes(part)}
              onChange={(event) => setIncluded(part, event.target.checked)}
            />
            {texts.parts[part]}{" "}
            {part !== "output" && handoff !== undefined && (
              <span className="acp-field-hint">{size(handoff.sections[part])}</span>
            )}
          </label>
        ))}
      </fieldset>
      <p className="acp-confirm-text" role="status">
        {handoff !== undefined && texts.summary(size(handoff.bytes))}
        {summarizedTurns + turns > 0 && ` ${texts.omitted(summarizedTurns, turns)}`}
      </p>
    </>
  );
}

/** The limit of the size of the record. */
export function HandoffSize({ maxBytes, setMaxBytes }: HandoffState): ReactElement {
  const texts = useTexts("handoff", handoffTexts);
  const size = useSizeFormat();
  const id = useId();
  return (
    <div className="acp-field">
      <label className="acp-field-label" htmlFor={id}>
        {texts.maxSize}
      </label>
      <select
        id={id}
        className="acp-text-input"
        value={maxBytes}
        onChange={(event) => setMaxBytes(Number(event.target.value))}
      >
        {SIZES.map((bytes) => (
          <option key={bytes} value={bytes}>
            {size(bytes)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Returns a function that writes a size in kB. */
function useSizeFormat(): (bytes: number) => string {
  const texts = useTexts("handoff", handoffTexts);
  const { locale } = useFormat();
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return (bytes) => texts.size(numbers.format(bytes / 1_000));
}
