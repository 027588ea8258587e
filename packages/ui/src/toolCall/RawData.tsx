import { type ReactElement, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import type { OutputProps } from "../context/slots.js";
import { PathIcon } from "../controls/Icon.js";
import { formatJson } from "../format/formatJson.js";
import { CHEVRON_ICON } from "../controls/iconPaths.js";

/** Collapsed raw data of a tool call. It is formatted only when opened. */
export function RawData({ label, value }: { label: string; value: unknown }): ReactElement | null {
  const { Output } = useAcpUi().slots;
  const [isOpen, setIsOpen] = useState(false);
  if (!hasContent(value)) return null;
  return (
    <details className="acp-raw-data" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <PathIcon path={CHEVRON_ICON} className="acp-disclosure-icon" />
        {label}
      </summary>
      {isOpen && <Output {...formatRawValue(value)} label={label} />}
    </details>
  );
}

function formatRawValue(value: unknown): Pick<OutputProps, "text" | "language"> {
  if (typeof value === "string") return { text: value };
  return { text: formatJson(value), language: "json" };
}

/** Returns whether a value has content. Agents often send `{}` or `null` instead of nothing. */
export function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  if (typeof value !== "object") return true;
  // Unlike `Object.keys`, this does not create a list of all keys.
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}
