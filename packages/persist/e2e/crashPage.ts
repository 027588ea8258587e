import { idbStorage } from "@acp-store/persist/idb";
import { webStorage } from "@acp-store/persist/web";
import { type Life, readDocuments, writeEndlessly } from "../tests/crash/workload.js";

// The page of a browser that is killed. It reports the documents that it finds, and then writes until
// its end. The parameters of its address select the storage.

const parameters = new URLSearchParams(location.search);
const durability = parameters.get("durability");
const storage =
  parameters.get("storage") === "web" ? webStorage(localStorage) : idbStorage("crash");

if (durability === "strict" || durability === "relaxed") {
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, stores, mode) {
    return begin.call(this, stores, mode, { durability });
  };
}

/** Reports something, and resolves with the answer of the test. */
const post = (path: string, body: string): Promise<Response> =>
  fetch(path, { method: "POST", body });

const answer = await post("/found", JSON.stringify(await readDocuments(storage)));
const life = (await answer.json()) as Life;
await writeEndlessly(storage, life, (document) => post("/written", `${document}`));
