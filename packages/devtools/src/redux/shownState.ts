import type { AcpState, Session } from "@acp-store/core";
import { setOwn } from "../json.js";

/**
 * Makes a state into plain objects, maps included. What has not changed since the last call is
 * the object it was then.
 */
export function createShownState(): (state: AcpState) => object {
  const known = new WeakMap<object, object>();

  function once<Value extends object>(value: Value, make: (value: Value) => object): object {
    const made = known.get(value) ?? make(value);
    known.set(value, made);
    return made;
  }

  const shownMap = (map: ReadonlyMap<string, object>): object =>
    once(map, () => {
      const shown = {};
      for (const [key, value] of map) setOwn(shown, key, value);
      return shown;
    });

  const shownSession = (session: Session): object =>
    once(session, () => {
      const fields = Object.entries(session).map(([name, value]) => [
        name,
        value instanceof Map ? shownMap(value) : (value as unknown),
      ]);
      return Object.fromEntries(fields) as object;
    });

  return ({ sessions, ...root }) => {
    const shown = {};
    for (const [id, session] of sessions) setOwn(shown, id, shownSession(session));
    return { ...root, sessions: shown };
  };
}
