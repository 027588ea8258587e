import {
  type AcpStorage,
  memoryStorage,
  StorageFullError,
  type StorageWrite,
  type StoredDocument,
} from "@acp-store/persist";

/** A fault of one write: an error before it, an error after it, or no space. */
export type Fault = "rejected" | "unacknowledged" | "full";

/** A storage in memory whose writes can fail, and whose documents can be damaged. */
export interface FaultyStorage extends AcpStorage {
  /** All writes that were tried. */
  readonly writes: StorageWrite[];
  /** The fault of every write until it is cleared. */
  fault: Fault | undefined;
  /** Replaces a document, as a defect of the disk does. */
  damage(id: string, change: (document: StoredDocument) => Partial<StoredDocument>): Promise<void>;
}

/** Creates a storage that works until a test sets a fault. */
export function faultyStorage(): FaultyStorage {
  const storage = memoryStorage();
  const damaged = new Map<string, StoredDocument>();
  const faulty: FaultyStorage = {
    ...storage,
    writes: [],
    fault: undefined,
    read: async (id) => damaged.get(id) ?? storage.read(id),
    async write(write) {
      faulty.writes.push(write);
      if (faulty.fault === "rejected") throw new Error("The disk is gone.");
      if (faulty.fault === "full") throw new StorageFullError(write.id);
      await storage.write(write);
      damaged.delete(write.id);
      if (faulty.fault === "unacknowledged") throw new Error("The connection broke.");
    },
    async damage(id, change) {
      const document = await storage.read(id);
      if (document !== undefined) damaged.set(id, { ...document, ...change(document) });
    },
  };
  return faulty;
}
