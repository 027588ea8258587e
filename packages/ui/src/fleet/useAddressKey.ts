import { useCallback, useSyncExternalStore } from "react";

/** The options of a change of the address. */
interface AddressOptions {
  /** Whether the change replaces the last step of the browser's history. */
  readonly replaces?: boolean;
  /** The row of the conversation to show. Default: none. */
  readonly row?: string;
}

/** Separates the row. A question mark in a key or a row is escaped. */
const ROW = "?row=";

/**
 * Returns the key in the fragment of the page's address, such as `gemini/s1` of `/#gemini/s1?row=m1`, a function
 * that changes it, and the row. Each change is a step of the browser's history, unless it replaces the last one.
 */
export function useAddressKey(): readonly [
  key: string | undefined,
  show: (key: string | undefined, options?: AddressOptions) => void,
  row: string | undefined,
] {
  const key = useSyncExternalStore(subscribe, readKey, () => undefined);
  const row = useSyncExternalStore(subscribe, readRow, () => undefined);
  const show = useCallback(
    (next: string | undefined, { replaces = false, row: shown }: AddressOptions = {}) => {
      // A slash is readable in a fragment, and separates the agent from the session.
      const address = encodeURIComponent(next ?? "").replaceAll("%2F", "/");
      const fragment =
        shown === undefined ? address : `${address}${ROW}${encodeURIComponent(shown)}`;
      if (replaces) location.replace(`#${fragment}`);
      else location.hash = fragment;
    },
    [],
  );
  return [key, show, row];
}

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

function readKey(): string | undefined {
  return decode(location.hash.slice(1).split(ROW)[0]);
}

function readRow(): string | undefined {
  return decode(location.hash.split(ROW)[1]);
}

function decode(part: string = ""): string | undefined {
  try {
    return decodeURIComponent(part) || undefined;
  } catch {
    // The address was cut off in the middle of a character.
    return undefined;
  }
}
