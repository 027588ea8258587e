import type { AcpStorage, StorageWrite, StoredDocument } from "@acp-store/persist";
import { idbStorage } from "@acp-store/persist/idb";

// A tab that carries out the storage calls of a test.

/** A call of a storage. */
export type StorageCall =
  | { readonly method: "list" }
  | { readonly method: "read" | "remove"; readonly id: string }
  | { readonly method: "write"; readonly write: StorageWrite };

/** The result of a call, or the names of its error and of the cause. */
export type StorageAnswer =
  | { readonly result: readonly string[] | StoredDocument | undefined }
  | { readonly error: string; readonly cause: string };

declare global {
  interface Window {
    /** Opens a storage in the tab. Returns its index. */
    openStorage(name: string): number;
    /** Calls a storage of the tab. */
    callStorage(index: number, call: StorageCall): Promise<StorageAnswer>;
  }
}

const storages: AcpStorage[] = [];

window.openStorage = (name) => storages.push(idbStorage(name)) - 1;

window.callStorage = async (index, call) => {
  const storage = storages[index];
  if (storage === undefined) throw new Error(`The tab has no storage ${index}.`);
  try {
    return { result: (await perform(storage, call)) ?? undefined };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { error: error.name, cause: error.cause instanceof Error ? error.cause.name : "" };
  }
};

function perform(storage: AcpStorage, call: StorageCall) {
  if (call.method === "list") return storage.list();
  if (call.method === "write") return storage.write(call.write);
  return storage[call.method](call.id);
}
