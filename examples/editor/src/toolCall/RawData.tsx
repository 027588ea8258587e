import { type ReactElement, useState } from "react";
import { Output } from "../content/Output.js";
import { Icon } from "../ui/Icon.js";

/** JSON of the tool, turned into text only once somebody looks. */
export function RawData({ label, value }: { label: string; value: unknown }): ReactElement | null {
  const [isOpen, setIsOpen] = useState(false);
  if (!isWorthShowing(value)) return null;
  return (
    <details className="raw" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" className="twist" />
        {label}
      </summary>
      {isOpen && <Output text={textOf(value)} label={label} />}
    </details>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Agents send `{}` and `null` where they have nothing to say. */
export function isWorthShowing(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
