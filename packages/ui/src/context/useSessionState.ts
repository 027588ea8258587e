import { useSessionId } from "@acp-store/react";
import { useState } from "react";

/**
 * Like `useState`, but with one value per session, which is `undefined` at first. The setter belongs
 * to the session of its render, even when another session is shown before it is called.
 */
export function useSessionState<Value>(): readonly [
  Value | undefined,
  (value: Value | undefined) => void,
] {
  const sessionId = useSessionId();
  const [values, setValues] = useState<ReadonlyMap<string, Value | undefined>>(new Map());
  return [
    values.get(sessionId),
    (value) => setValues((before) => new Map(before).set(sessionId, value)),
  ];
}
