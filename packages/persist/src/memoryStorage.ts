import { type AcpStorage, checkEpoch, type StoredDocument } from "./storage.js";

/**
 * Creates a storage that lives as long as the page or process. For tests, and for applications that
 * save sessions only while they run.
 *
 * @example
 * ```ts
 * const storage = memoryStorage();
 * await storage.write({ id: "s1", epoch: 1, snapshot: "…" });
 * await storage.list(); // ["s1"]
 * ```
 */
export function memoryStorage(): AcpStorage {
  const documents = new Map<string, StoredDocument>();
  return {
    list: async () => [...documents.keys()],
    read: async (id) => documents.get(id),
    async write(write) {
      const current = documents.get(write.id);
      checkEpoch(write, current?.epoch);
      const { id, epoch } = write;
      if ("snapshot" in write) documents.set(id, { epoch, snapshot: write.snapshot, journal: [] });
      else if (current !== undefined)
        documents.set(id, { ...current, journal: [...current.journal, write.append] });
    },
    async remove(id) {
      documents.delete(id);
    },
  };
}
