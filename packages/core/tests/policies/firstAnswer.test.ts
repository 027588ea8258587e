import type { PermissionPolicy } from "@acp-store/core";
import { allowKinds, firstAnswer, rejectKinds } from "@acp-store/core/policies";
import { expect, it } from "vitest";
import { asking } from "./support.js";

const call = (kind: string) => ({ toolCall: { toolCallId: "c", kind } });
const broken: PermissionPolicy = () => Promise.reject(new Error("offline"));
const allowAll: PermissionPolicy = () => "allow_once";

it("goes by the first that does not ask", async () => {
  const { ask } = asking(firstAnswer(rejectKinds(["delete"]), allowKinds(["delete"]), allowAll));
  expect(await ask(call("delete"))).toMatchObject({ rule: "rejectKinds: delete" });
});

it("goes on behind those that ask", async () => {
  const { ask } = asking(firstAnswer(rejectKinds(["delete"]), allowKinds(["read"])));
  expect(await ask(call("read"))).toMatchObject({ rule: "allowKinds: read" });
});

it.each([
  ["all ask", [rejectKinds(["delete"]), allowKinds(["read"])]],
  ["there is none", []],
  ["one in front throws", [broken, allowAll]],
  ["one in front names an option that is not offered", [() => "maybe", allowAll]],
])("leaves it to the user where %s", async (_name, policies: PermissionPolicy[]) => {
  const { ask } = asking(firstAnswer(...policies));
  expect((await ask(call("execute"))).status).toBe("pending");
});
