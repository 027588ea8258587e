import type { AcpState, Session } from "@acp-store/core";
import { setOwn } from "../json.js";

/**
 * Creates a function that converts a state to plain objects, since the extension cannot show maps.
 * Parts that have not changed since an earlier call keep their object.
 */
export function createPlainStateConverter(): (state: AcpState) => object {
  const converted = new WeakMap<object, object>();

  function memoized<Value extends object>(value: Value, convert: () => object): object {
    const plain = converted.get(value) ?? convert();
    converted.set(value, plain);
    return plain;
  }

  const convertMap = (map: ReadonlyMap<string, object>): object =>
    memoized(map, () => {
      const plain = {};
      for (const [key, value] of map) setOwn(plain, key, value);
      return plain;
    });

  const convertSession = (session: Session): object =>
    memoized(session, () => {
      const fields = Object.entries(session).map(([name, value]) => [
        name,
        value instanceof Map ? convertMap(value) : (value as unknown),
      ]);
      return Object.fromEntries(fields) as object;
    });

  return ({ sessions, ...rest }) => {
    const plainSessions = {};
    for (const [id, session] of sessions) setOwn(plainSessions, id, convertSession(session));
    return { ...rest, sessions: plainSessions };
  };
}
