import type { PermissionPolicy } from "@acp-store/core";
import { allowKinds, firstAnswer, rejectKinds } from "@acp-store/core/policies";
import { expect, it, vi } from "vitest";
import { optionsOf, storeWithPolicy } from "./support.js";

const call = (kind: string) => ({ toolCall: { toolCallId: "c", kind } });
const failing: PermissionPolicy = () => Promise.reject(new Error("offline"));
const allowAll: PermissionPolicy = () => "allow_once";
const askUser: PermissionPolicy = () => "ask";

it("uses the first answer", async () => {
  const policy = firstAnswer(rejectKinds(["delete"]), allowKinds(["delete"]), allowAll);
  const { request } = storeWithPolicy(policy);
  expect(await request(call("delete"))).toMatchObject({ rule: "rejectKinds: delete" });
});

it("skips policies without an opinion", async () => {
  const { request } = storeWithPolicy(
    firstAnswer(rejectKinds(["delete"]), () => undefined, allowKinds(["read"])),
  );
  expect(await request(call("read"))).toMatchObject({ rule: "allowKinds: read" });
});

it("stops at the first policy that asks", async () => {
  const later = vi.fn(allowAll);
  const { request } = storeWithPolicy(firstAnswer(askUser, later));
  expect((await request(call("read"))).status).toBe("pending");
  expect(later).not.toHaveBeenCalled();
});

it("does not allow a rejected kind that has no option to reject", async () => {
  const { request } = storeWithPolicy(firstAnswer(rejectKinds(["delete"]), allowAll));
  const options = optionsOf("allow_once", "reject_always");
  expect((await request({ ...call("delete"), options })).status).toBe("pending");
});

it.each([
  ["no policy has an opinion", [rejectKinds(["delete"]), allowKinds(["read"])]],
  ["there are no policies", []],
  ["an earlier policy throws", [failing, allowAll]],
  ["an earlier policy names an option that is not offered", [() => "maybe", allowAll]],
])("leaves the request to the user if %s", async (_name, policies: PermissionPolicy[]) => {
  const { request } = storeWithPolicy(firstAnswer(...policies));
  expect((await request(call("execute"))).status).toBe("pending");
});
