import { useCallback, useSyncExternalStore } from "react";

/**
 * Returns the key in the fragment of the page's address, such as `gemini/s1` of `/#gemini/s1`, and a
 * function that changes it. Each change is a step of the browser's history, unless it replaces the last one.
 */
export function useAddressKey(): readonly [
  key: string | undefined,
  show: (key: string | undefined, options?: { readonly replaces?: boolean }) => void,
] {
  const key = useSyncExternalStore(subscribe, readKey, () => undefined);
  const show = useCallback(
    (next: string | undefined, { replaces = false }: { readonly replaces?: boolean } = {}) => {
      // A slash is readable in a fragment, and separates the agent from the session.
      const fragment = encodeURIComponent(next ?? "").replaceAll("%2F", "/");
      if (replaces) location.replace(`#${fragment}`);
      else location.hash = fragment;
    },
    [],
  );
  return [key, show];
}

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

function readKey(): string | undefined {
  try {
    return decodeURIComponent(location.hash.slice(1)) || undefined;
  } catch {
    // The address was cut off in the middle of a character.
    return undefined;
  }
}
