import { type ReactNode, useState } from "react";

/** How much of a text is shown at first. */
const SHOWN = 240;

/** A value that has no parts. */
export function JsonText({ value }: { readonly value: unknown }): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  if (typeof value !== "string") return <span className="value">{plain(value)}</span>;
  const isLong = value.length > SHOWN;
  const text = isLong && !isWhole ? value.slice(0, SHOWN) : value;
  return (
    <span className="value text">
      {JSON.stringify(text)}
      {isLong && (
        <button type="button" className="link" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? "less" : `… ${value.length.toLocaleString("en")} characters`}
        </button>
      )}
    </span>
  );
}

function plain(value: unknown): string {
  if (value instanceof Map) return "Map {}";
  return JSON.stringify(value) ?? "undefined";
}
