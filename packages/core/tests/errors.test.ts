import {
  AcpApplicationRowError,
  AcpDeserializeError,
  AcpElicitationError,
  AcpPermissionError,
  AcpSessionError,
  AcpStoreError,
  createErrorGuard,
  isAcpDeserializeError,
  isAcpElicitationError,
  isAcpPermissionError,
  isAcpStoreError,
} from "@acp-store/core";
import { AcpProviderError } from "@acp-store/core/reads";
import { expect, it } from "vitest";

const permissionError = new AcpPermissionError("unknown_option", "1", "No such option.");
const elicitationError = new AcpElicitationError("already_settled", "2", "Settled.");
const rowError = new AcpApplicationRowError("session_closed", [], "Session closed.");
const sessionError = new AcpSessionError("already_open", "s1", "Open already.");
const providerError = new AcpProviderError("no_store", { name: "useStore" }, "needs a store.");
const deserializeError = new AcpDeserializeError("invalid", ["state"], "Not a state.");

it.each([
  ...[permissionError, elicitationError, deserializeError],
  ...[rowError, sessionError, providerError],
])("makes $name an AcpStoreError with a reason and a prefixed message", (error) => {
  expect(error).toBeInstanceOf(AcpStoreError);
  expect(error).toBeInstanceOf(Error);
  expect(isAcpStoreError(error)).toBe(true);
  expect(error.message).toMatch(/^\[acp-store\] /);
  expect(error.reason).toMatch(/^[a-z_]+$/);
});

it.each([
  ["isAcpPermissionError", isAcpPermissionError, permissionError],
  ["isAcpElicitationError", isAcpElicitationError, elicitationError],
  ["isAcpDeserializeError", isAcpDeserializeError, deserializeError],
])("recognizes only its own class in %s", (_name, isError, own) => {
  const values = [permissionError, elicitationError, deserializeError, new Error("x"), null, "x"];
  expect(values.filter(isError)).toEqual([own]);
});

it("recognizes errors of another copy of the package", () => {
  const prototype = { [Symbol.for("acp-store.AcpStoreError")]: true };
  const copy = Object.assign(Object.create(prototype) as object, { name: "AcpPermissionError" });
  expect(isAcpStoreError(copy)).toBe(true);
  expect(isAcpPermissionError(copy)).toBe(true);
  expect(isAcpElicitationError(copy)).toBe(false);
});

it("keeps the cause and supports guards for further classes", () => {
  class SyncError extends AcpStoreError<"offline"> {
    override readonly name = "SyncError";
  }
  const cause = new Error("no network");
  const error = new SyncError("offline", "Not synced.", { cause });
  const isSyncError = createErrorGuard<SyncError>("SyncError");
  expect(error).toMatchObject({ cause, reason: "offline", message: "Not synced." });
  expect([error, permissionError].map(isSyncError)).toEqual([true, false]);
});
