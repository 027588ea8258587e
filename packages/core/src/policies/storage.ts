/**
 * Where remembered choices are kept, as text. `localStorage` and `sessionStorage` fit, and so does
 * what has the same two functions as promises.
 */
export interface ChoiceStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, text: string): unknown;
}

/** Keeps what it is given until the program ends. */
export function memoryStorage(): ChoiceStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
  };
}
