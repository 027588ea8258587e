import {
  isAmbiguousOption,
  type PermissionContext,
  selectPendingPermissions,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { storeAfterFrames, recv, sent } from "../support/frames.js";
import { codes, session, trackedStore, permissionId } from "../support/trackedStore.js";

const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
const params = { sessionId: "s1", toolCall: { toolCallId: "c1", title: "Run" }, options };
const request = recv({ id: 1, method: "session/request_permission", params });
const answered = (optionId: string) =>
  sent({ id: 1, result: { outcome: { outcome: "selected", optionId } } });
const selected = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });

describe("an answer on the wire with an option that was not offered", () => {
  it("is applied and reported", () => {
    const store = storeAfterFrames(1, request);
    const result = store.observe(answered("no"));
    expect(result).toMatchObject({
      accepted: true,
      diagnostics: [
        {
          code: "option_not_offered",
          path: ["msg", "result", "outcome", "optionId"],
          value: "no",
        },
      ],
    });
    expect(session(store).permissions.get("permission-t-1")).toMatchObject({
      status: "selected",
      optionId: "no",
      reason: "user",
    });
  });

  it("is reported to inspectors with the frame of the answer", () => {
    const store = storeAfterFrames(1, request);
    const frames: unknown[] = [];
    store.inspect((record) => {
      if (record.type === "diagnostic") frames.push(record.frame?.msg);
    });
    store.observe(answered("no"));
    expect(frames).toEqual([answered("no").msg]);
  });

  it("is not reported if the option was offered", () => {
    const store = storeAfterFrames(1, request);
    expect(codes(store.observe(answered("yes")))).toEqual([]);
  });
});

describe("a handler's request that was seen on the wire", () => {
  it("joins the observed request without parsing its params", async () => {
    const store = storeAfterFrames(1, request);
    const found: unknown[] = [];
    store.inspect((record) => record.type === "diagnostic" && found.push(record));
    const reduced = { ...params, options: "dropped by the handler's SDK" };
    const response = store.requestPermission(reduced, { requestId: 1 });
    expect(selectPendingPermissions(store.getState())).toHaveLength(1);
    store.respondToPermission(permissionId(store, 1), "yes");
    await expect(response).resolves.toEqual(selected("yes"));
    expect(found).toEqual([]);
  });

  it.each([
    ["another session", { ...params, sessionId: "s2" }],
    ["another tool call", { ...params, toolCall: { toolCallId: "c2" } }],
  ])("is a new request if it is about %s", (_name, other) => {
    const store = storeAfterFrames(1, request);
    void store.requestPermission(other, { requestId: 1 });
    expect(selectPendingPermissions(store.getState())).toMatchObject([
      {
        permissionId: "permission-t-2",
        sessionId: other.sessionId,
        toolCallId: other.toolCall.toolCallId,
      },
    ]);
  });

  it("resolves with the answer that was sent", async () => {
    const store = storeAfterFrames(1, request);
    const response = store.requestPermission(params, { requestId: 1 });
    store.observe(answered("yes"));
    await expect(response).resolves.toEqual(selected("yes"));
  });
});

describe("the context of a policy", () => {
  it("has the validated request, the permission, the tool call and the state", async () => {
    const contexts: PermissionContext[] = [];
    const store = trackedStore({
      permissionPolicy: (context) => {
        contexts.push(context);
        return "yes";
      },
    });
    const toolCall = { toolCallId: "c1", title: "Run", locations: [{ line: 1 }, { path: "/a" }] };
    await store.requestPermission(
      { ...params, toolCall, status: "selected", _meta: { a: 1 }, mine: 2 },
      { requestId: 1 },
    );
    const [context] = contexts;
    expect(context?.request).toStrictEqual({
      sessionId: "s1",
      options,
      toolCall: { ...toolCall, locations: [{ path: "/a" }] },
      _meta: { a: 1 },
      mine: 2,
    });
    expect(context?.permission).toMatchObject({
      permissionId: "permission-t-1",
      status: "pending",
    });
    expect(context?.toolCall).toMatchObject({ toolCallId: "c1", kind: "other" });
    expect(context?.state.sessions.get("s1")?.permissions.size).toBe(1);
    await expect(context?.settled).resolves.toMatchObject({ status: "selected" });
  });

  it("has no tool call for a request that names none", async () => {
    const contexts: PermissionContext[] = [];
    const store = trackedStore({
      protocolVersion: 2,
      permissionPolicy: (context) => void contexts.push(context),
    });
    void store.requestPermission({ sessionId: "s1", title: "Continue?", options });
    await Promise.resolve();
    expect(contexts).toHaveLength(1);
    expect(contexts[0]).not.toHaveProperty("toolCall");
    expect(contexts[0]?.request).toStrictEqual({ sessionId: "s1", title: "Continue?", options });
  });
});

describe.each([1, 2] as const)("a version %i request whose options share an id", (version) => {
  const ambiguous = [
    { optionId: "no", name: "Reject", kind: "reject_once" },
    { optionId: "yes", name: "Allow", kind: "allow_once" },
    { optionId: "no", name: "Allow always", kind: "allow_always" },
  ];
  const about = {
    sessionId: "s1",
    toolCall: { toolCallId: "c1" },
    title: "Run",
    options: ambiguous,
  };
  const ask = recv({ id: 1, method: "session/request_permission", params: about });

  it("is reported with the path of the second option", () => {
    const store = trackedStore({ protocolVersion: version });
    expect(store.observe(ask)).toEqual({
      accepted: true,
      diagnostics: [
        {
          code: "duplicate_option",
          path: ["msg", "params", "options", 2, "optionId"],
          message:
            "Expected an id that no earlier option has, because the answer is only this id. No policy answers the request.",
          value: "no",
        },
      ],
    });
  });

  it.each(["no", "yes"])("is left to the user if a policy answers with %s", async (id) => {
    let calls = 0;
    const store = trackedStore({
      protocolVersion: version,
      permissionPolicy: () => {
        calls++;
        return id;
      },
    });
    const response = store.requestPermission(about);
    await Promise.resolve();
    expect(calls).toBe(0);
    expect(selectPendingPermissions(store.getState())).toMatchObject([{ status: "pending" }]);
    store.cancelTurn("s1");
    await expect(response).resolves.toEqual({ outcome: { outcome: "cancelled" } });
  });

  it("has options that isAmbiguousOption finds", () => {
    const isShared = ({ optionId }: { optionId: string }) => isAmbiguousOption(ambiguous, optionId);
    expect(ambiguous.map(isShared)).toEqual([true, false, true]);
    expect(isAmbiguousOption(ambiguous, "maybe")).toBe(false);
  });

  it("causes a bounded number of diagnostics", () => {
    const many = Array.from({ length: 20_000 }, () => ambiguous[0]);
    const store = trackedStore({ protocolVersion: version, limits: { diagnostics: 5 } });
    const { diagnostics } = store.observe(
      recv({ id: 1, method: "session/request_permission", params: { ...about, options: many } }),
    );
    expect(diagnostics).toHaveLength(5);
    expect(diagnostics.at(-1)?.code).toBe("more_lost");
  });
});
