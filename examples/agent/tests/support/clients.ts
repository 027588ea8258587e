import type { AcpStore } from "@acp-store/core";
import * as v1 from "@agentclientprotocol/sdk";
import * as v2 from "@agentclientprotocol/sdk/experimental/v2";

export type SendMessage = (method: string, params: object) => Promise<unknown>;

/** The capabilities that the client offers to the agent. */
export interface ClientOptions {
  /** The answer to every form. Without it, the client does not support forms. */
  readonly form?: Readonly<Record<string, string>> | "decline";
  /** Returns the client's content of a file. Without it, the client does not serve files. */
  readonly readFile?: (path: string) => string;
}

type ConnectClient = (
  stream: v1.Stream,
  store: AcpStore,
  options: ClientOptions,
) => Promise<{ request: SendMessage; notify: SendMessage }>;

export const connectV1: ConnectClient = async (stream, store, { form, readFile }) => {
  const { agent } = v1
    .client({ name: "agent-with-store" })
    .onRequest("session/request_permission", ({ params, requestId, signal }) =>
      store.requestPermission(params, { requestId, signal }),
    )
    .onRequest("elicitation/create", () => getFormAnswer(form))
    .onRequest("fs/read_text_file", ({ params }) => ({ content: readFile?.(params.path) ?? "" }))
    .connect(stream);
  await agent.request("initialize", {
    protocolVersion: 1,
    clientCapabilities: {
      ...(form && { elicitation: { form: {} } }),
      ...(readFile && { fs: { readTextFile: true } }),
    },
  });
  return {
    request: (method, params) => agent.request(method, params),
    notify: (method, params) => agent.notify(method, params),
  };
};

export const connectV2: ConnectClient = async (stream, store, { form }) => {
  const { agent } = v2
    .client({ name: "agent-with-store" })
    .onRequest("session/request_permission", ({ params, requestId, signal }) =>
      store.requestPermission(params, { requestId, signal }),
    )
    .onRequest("elicitation/create", () => getFormAnswer(form))
    .connect(stream);
  await agent.request("initialize", {
    protocolVersion: 2,
    info: { name: "agent-with-store", version: "1" },
    capabilities: { ...(form && { elicitation: { form: {} } }) },
  });
  return {
    request: (method, params) => agent.request(method as "session/list", params),
    notify: (method, params) => agent.notify(method as "session/cancel", params as never),
  };
};

function getFormAnswer(form: ClientOptions["form"]) {
  if (typeof form !== "object") return { action: "decline" as const };
  return { action: "accept" as const, content: { ...form } };
}
