import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.js";
import type { ChoiceGroup } from "./configOption.js";

interface SelectProps {
  readonly label: string;
  readonly title?: string | undefined;
  readonly value: string;
  readonly groups: readonly ChoiceGroup[];
  readonly isDisabled: boolean;
  readonly error: string;
  readonly onChoose: (value: string) => void;
}

/** A native select: its keys, its speech and its look on a phone are the system's. */
export function Select(props: SelectProps): ReactElement {
  const { label, title, value, groups, isDisabled, error, onChoose } = props;
  const isKnown = groups.some(({ choices }) => choices.some((choice) => choice.value === value));
  return (
    <span className="select-wrap" title={title}>
      <select
        className="select"
        aria-label={label}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChoose(event.target.value)}
      >
        {!isKnown && <option value={value}>{value}</option>}
        {groups.map((group, index) =>
          group.name === undefined ? (
            <Choices key={index} {...group} />
          ) : (
            <optgroup key={index} label={group.name}>
              <Choices {...group} />
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

function Choices({ choices }: ChoiceGroup): ReactElement {
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
