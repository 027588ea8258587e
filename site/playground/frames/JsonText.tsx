import { CopyButton } from "@acp-store/ui";
import { type ReactElement, useMemo } from "react";

/** Longer texts are cut. The button copies all of it. */
const MAX_CHARACTERS = 50_000;
/** A key with its colon, a string, or another value. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** Formatted JSON with colors for keys and values. */
export function JsonText(props: { readonly value: unknown; readonly label: string }): ReactElement {
  const text = useMemo(() => JSON.stringify(props.value, null, 2) ?? "undefined", [props.value]);
  const parts = useMemo(() => colorTokens(text.slice(0, MAX_CHARACTERS)), [text]);
  return (
    <div className="json">
      <pre tabIndex={0} role="group" aria-label={props.label}>
        {parts}
        {text.length > MAX_CHARACTERS && "…"}
      </pre>
      <CopyButton text={text} label="Copy the JSON" />
    </div>
  );
}

function colorTokens(text: string): (string | ReactElement)[] {
  const parts: (string | ReactElement)[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    const kind = string === undefined ? "value" : colon === undefined ? "string" : "key";
    parts.push(
      text.slice(end, match.index),
      <span key={match.index} className={`json-${kind}`}>
        {token}
      </span>,
    );
    end = match.index + token.length;
  }
  return [...parts, text.slice(end)];
}
