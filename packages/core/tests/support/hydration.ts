import { type AcpStore, createAcpStore, deserialize, serialize } from "@acp-store/core";

/** The session whose usage the app shows. */
export const HYDRATED_SESSION = "s1";

const setUsage = (store: AcpStore, used: number): void =>
  void store.ingest({
    sessionId: HYDRATED_SESSION,
    update: { sessionUpdate: "usage_update", used, size: 10 },
  });

/** Creates the store of the server, and its state as JSON. */
export function createServerStore(): { readonly store: AcpStore; readonly state: string } {
  const store = createAcpStore();
  setUsage(store, 7);
  return { store, state: JSON.stringify(serialize(store.getState())) };
}

/**
 * Hydrates the page with the state of the server. Marks the page if the elements of the server are
 * kept, and lets its button change the state.
 */
export function hydrateWith(hydrate: (store: AcpStore, root: Element) => void): void {
  const root = document.querySelector<HTMLElement>("#root");
  const state = document.querySelector("#state")?.textContent ?? "";
  if (root === null) throw new Error("The page has no root.");
  const rendered = root.querySelector("p");
  const store = createAcpStore({ initialState: deserialize(JSON.parse(state)) });
  hydrate(store, root);
  const isKept = rendered !== null && root.querySelector("p") === rendered;
  document.documentElement.dataset["hydrated"] = isKept ? "kept" : "replaced";
  document.querySelector("button")?.addEventListener("click", () => setUsage(store, 8));
}
