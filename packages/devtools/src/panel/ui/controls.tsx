import type { ReactNode } from "react";

/** Icon paths on a grid of 16 × 16. */
const ICON_PATHS = {
  logo: "M3 8.5 6 4l3 8 2-4h2.5",
  close: "m4 4 8 8m0-8-8 8",
  bottom: "M2.5 3.5h11v9h-11zM2.5 9.5h11",
  right: "M2.5 3.5h11v9h-11zM9.5 3.5v9",
  move: "M8 2.5v11M2.5 8h11M6 4.5l2-2 2 2m-4 7 2 2 2-2M4.5 6l-2 2 2 2m7-4 2 2-2 2",
  floating: "M2.5 3.5h11v9h-11zM8 8h4v3H8z",
  back: "M10 3.5 5.5 8l4.5 4.5",
  forward: "M6 3.5 10.5 8 6 12.5",
  twist: "m6 4 4 4-4 4",
  open: "M2.5 12.5v-9h4l1.5 2h5.5v7z",
  save: "M8 2.5v7m-3-3 3 3 3-3m-8.5 4v2h11v-2",
  copy: "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7",
  compare: "M6.5 2.5h-4v11h4m3-11h4v11h-4M8 1.5v13",
  star: "m8 2.5 1.7 3.5 3.8.5-2.8 2.7.7 3.8L8 11.2 4.6 13l.7-3.8-2.8-2.7 3.8-.5z",
  recv: "M8 3v9.5M4.5 9 8 12.5 11.5 9",
  sent: "M8 13V3.5M4.5 7 8 3.5 11.5 7",
  local: "M8 6.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z",
  stderr: "m3 4.5 3.5 3.5L3 11.5m5.5 0H13",
  zoomIn: "M8 3.5v9m-4.5-4.5h9",
  zoomOut: "M3.5 8h9",
  fit: "M2.5 8h11m-8-3-3 3 3 3m5-6 3 3-3 3",
} as const;

export type IconName = keyof typeof ICON_PATHS;

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** The text of the tooltip, if it differs from the label. */
  readonly hint?: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** Set for a toggle button. */
  readonly pressed?: boolean;
}

export function IconButton({
  icon,
  label,
  hint = label,
  onClick,
  disabled,
  pressed,
}: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={hint}
      onClick={onClick}
      disabled={disabled}
      aria-pressed={pressed}
    >
      <Icon name={icon} />
    </button>
  );
}

interface LinkButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button that looks like a link and changes what the panel shows. */
export function LinkButton({ onClick, children }: LinkButtonProps): ReactNode {
  return (
    <button type="button" className="link" onClick={onClick}>
      {children}
    </button>
  );
}

interface PickerProps<Value extends string> {
  readonly label: string;
  /** The text of the option for no value. */
  readonly placeholder: string;
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly onPick: (value: Value | undefined) => void;
}

/** A labeled select for one value or none. */
export function Picker<Value extends string>(props: PickerProps<Value>): ReactNode {
  const { label, placeholder, value, options, onPick } = props;
  return (
    <label className="field">
      {label}
      <select
        className="input"
        value={value ?? ""}
        onChange={({ target }) =>
          onPick(options.find((option) => option.value === target.value)?.value)
        }
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SectionProps {
  readonly title: string;
  readonly count: number;
  readonly tone: "accent" | "warn" | "bad";
  readonly children: ReactNode;
}

/** A titled list of items with their count. Renders nothing without items. */
export function Section({ title, count, tone, children }: SectionProps): ReactNode {
  if (count === 0) return null;
  return (
    <section className={`section ${tone}`} aria-label={title}>
      <h3>
        {title} <span className="count">{count.toLocaleString("en")}</span>
      </h3>
      {children}
    </section>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  readonly note: string;
}

/** A large number with its name. Must be inside a `<dl className="tiles">`. */
export function Tile({ name, value, unit, note }: TileProps): ReactNode {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>
        {value} {unit !== undefined && <small>{unit}</small>}
      </dd>
      <dd className="tile-more">{note}</dd>
    </div>
  );
}

interface ScrollTableProps {
  /** The name of the table for assistive technology. */
  readonly label: string;
  readonly columns: readonly string[];
  /** The alignment of all columns but the first. */
  readonly align: "left" | "right";
  /** The rows. */
  readonly children: ReactNode;
}

/** A table that scrolls sideways if it is too wide. */
export function ScrollTable({ label, columns, align, children }: ScrollTableProps): ReactNode {
  return (
    <div className={`table table-${align}`} role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface DataTableProps extends Omit<ScrollTableProps, "children"> {
  /** Each row has a cell for every column. The first cell names the row. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
}

/** A {@link ScrollTable} of texts. */
export function DataTable({ rows, ...table }: DataTableProps): ReactNode {
  return (
    <ScrollTable {...table}>
      {rows.map(({ key, cells: [name, ...others] }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          {others.map((cell, index) => (
            <td key={table.columns[index + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}
