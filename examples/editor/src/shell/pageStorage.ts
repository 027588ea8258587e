/** The storage of the browser. Without one, what is stored is lost when the page is closed. */
export const pageStorage: Pick<Storage, "getItem" | "removeItem" | "setItem"> = {
  getItem: (key) => attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key, value) => attempt(() => localStorage.setItem(key, value)),
  removeItem: (key) => attempt(() => localStorage.removeItem(key)),
};

/** Privacy settings of the browser can make every access throw. */
function attempt<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
