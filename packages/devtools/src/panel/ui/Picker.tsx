import type { ReactNode } from "react";

interface PickerProps<Value extends string> {
  readonly label: string;
  /** The choice of no value. */
  readonly all: string;
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly onPick: (value: Value | undefined) => void;
}

/** A choice of one value, or none. */
export function Picker<Value extends string>(props: PickerProps<Value>): ReactNode {
  const { label, all, value, options, onPick } = props;
  return (
    <select
      className="input"
      aria-label={label}
      value={value ?? ""}
      onChange={({ target }) =>
        onPick(options.find((option) => option.value === target.value)?.value)
      }
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  );
}
