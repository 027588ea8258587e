import { type ReactElement, useId } from "react";
import { Icon } from "../ui/Icon.js";
import type { ChoiceGroup } from "./configOption.js";

interface LabeledSelectProps {
  readonly label: string;
  readonly title?: string | undefined;
  readonly value: string;
  readonly groups: readonly ChoiceGroup[];
  readonly isDisabled?: boolean;
  readonly error?: string;
  readonly onChoose: (value: string) => void;
}

/** A native select with a visible label. The browser provides its keyboard support. */
export function LabeledSelect(props: LabeledSelectProps): ReactElement {
  const { label, title, value, groups, isDisabled = false, error = "", onChoose } = props;
  const id = useId();
  const isKnown = groups.some(({ choices }) => choices.some((choice) => choice.value === value));
  return (
    <span className="select-wrap" title={title}>
      <label className="control-label" htmlFor={id}>
        {label}
        <span aria-hidden="true">:</span>
      </label>
      <select
        id={id}
        className="select"
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChoose(event.target.value)}
      >
        {!isKnown && <option value={value}>{value}</option>}
        {groups.map((group, index) =>
          group.name === undefined ? (
            <ChoiceOptions key={index} {...group} />
          ) : (
            <optgroup key={index} label={group.name}>
              <ChoiceOptions {...group} />
            </optgroup>
          ),
        )}
      </select>
      <Icon name="chevron" className="select-arrow" />
      {error !== "" && (
        <span className="select-error" role="alert">
          {error}
        </span>
      )}
    </span>
  );
}

function ChoiceOptions({ choices }: ChoiceGroup): ReactElement {
  return (
    <>
      {choices.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </>
  );
}
