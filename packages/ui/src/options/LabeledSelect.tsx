import { type ReactElement, useId, useRef } from "react";
import { Icon, Spinner } from "../controls/Icon.js";
import { clipText, clipTooltip } from "../format/clipText.js";
import type { ChoiceGroup } from "./choiceGroups.js";

/** Longer names make the control wider than a panel. */
const MAX_CHOICE_CHARACTERS = 100;
/** The props of {@link LabeledSelect}. */
export interface LabeledSelectProps {
  /** The visible label. */
  readonly label: string;
  /** The value of the chosen choice. An unknown value is shown unchanged. */
  readonly value: string;
  /** The choices, in groups. */
  readonly groups: readonly ChoiceGroup[];
  /** Shown as a tooltip. */
  readonly title?: string | undefined;
  /** Whether nothing can be chosen. Default: `false`. */
  readonly isDisabled?: boolean;
  /** Whether the agent has not confirmed the value yet. Default: `false`. */
  readonly isPending?: boolean;
  /** Called with the value of the choice that the user selects. */
  readonly onChoose: (value: string) => void;
}

/** A native select with a visible label. The browser provides its keyboard support. */
export function LabeledSelect(props: LabeledSelectProps): ReactElement {
  const { label, title, value, groups, isDisabled = false, isPending = false, onChoose } = props;
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const isKnown = groups.some(({ choices }) => choices.some((choice) => choice.value === value));
  return (
    <span
      className="acp-ui acp-select-wrap acp-setting"
      title={title && clipTooltip(title)}
      data-disabled={isDisabled}
    >
      <label
        className="acp-control-label"
        htmlFor={id}
        onClick={() => !isDisabled && select.current?.showPicker()}
      >
        {clipText(label, MAX_CHOICE_CHARACTERS)}
        <span aria-hidden="true">:</span>
      </label>
      <select
        ref={select}
        id={id}
        className="acp-select"
        value={value}
        disabled={isDisabled}
        aria-busy={isPending}
        onChange={(event) => onChoose(event.target.value)}
      >
        {!isKnown && <option value={value}>{clipText(value, MAX_CHOICE_CHARACTERS)}</option>}
        {groups.map((group, index) =>
          group.name === undefined ? (
            <ChoiceOptions key={index} {...group} />
          ) : (
            <optgroup key={index} label={clipText(group.name, MAX_CHOICE_CHARACTERS)}>
              <ChoiceOptions {...group} />
            </optgroup>
          ),
        )}
      </select>
      {isPending ? (
        <span className="acp-setting-pending">
          <Spinner />
        </span>
      ) : (
        <Icon name="chevron" className="acp-select-arrow" />
      )}
    </span>
  );
}

function ChoiceOptions({ choices }: ChoiceGroup): ReactElement {
  return (
    <>
      {choices.map(({ value, name }, index) => (
        <option key={index} value={value}>
          {clipText(name, MAX_CHOICE_CHARACTERS)}
        </option>
      ))}
    </>
  );
}
