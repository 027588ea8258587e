import {
  type ClientCapabilities,
  type Implementation,
  RequestError,
} from "@agentclientprotocol/sdk";
import { AcpConnectionError } from "./errors.js";
import type { Link } from "./link.js";
import type { ConnectOptions } from "./options.js";
import { within } from "./within.js";

const UNSUPPORTED_VERSION = -32022;
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_INFO: Implementation = { name: "acp-store", version: "0" };

interface Initialized {
  readonly protocolVersion: unknown;
  readonly info?: unknown;
  readonly capabilities?: unknown;
}

/** The versions to try, the one liked best first. */
export function versionsOf({ protocolVersions = [2, 1] }: ConnectOptions): readonly (1 | 2)[] {
  if (protocolVersions.length > 0) return protocolVersions;
  throw new TypeError("[acp-store] protocolVersions is empty. Name 1, 2 or both, or leave it out.");
}

/**
 * Agrees with the agent on a version. One that refuses the first is asked for the next on the same
 * stream. {@link https://agentclientprotocol.com/protocol/v1/initialization}
 *
 * @throws AcpConnectionError if it does not answer in time, refuses, or speaks no version of these.
 */
export async function shakeHands(
  link: Link,
  versions: readonly (1 | 2)[],
  options: ConnectOptions,
): Promise<1 | 2> {
  const [version, ...others] = versions as [1 | 2, ...(1 | 2)[]];
  const next = (): Promise<1 | 2> => shakeHands(link, others, options);
  let answer: Initialized;
  try {
    answer = await initialize(link, version, options);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (others.length > 0) return next();
    throw refusal(error, options);
  }
  const answered = answer.protocolVersion;
  if (answered === version && (version === 1 || isVersion2(answer))) return version;
  if (answered === version && others.length > 0) return next();
  if (others.includes(answered as 1 | 2)) return answered as 1 | 2;
  throw noCommonVersion(`The agent speaks version ${String(answered)}`, options);
}

async function initialize(
  link: Link,
  version: 1 | 2,
  options: ConnectOptions,
): Promise<Initialized> {
  const ms = options.initializeTimeout ?? DEFAULT_TIMEOUT_MS;
  return within(ms, link.request("initialize", paramsOf(version, options)), () => {
    return new AcpConnectionError(
      "timeout",
      `The agent did not answer initialize within ${ms} ms. Check that the command starts an ACP agent, or raise initializeTimeout.`,
    );
  });
}

/**
 * Both versions' fields in an offer of version 2: an agent that answers with version 1 instead has
 * what it needs, and is not to be initialized twice.
 */
function paramsOf(version: 1 | 2, options: ConnectOptions): object {
  const info = options.clientInfo ?? DEFAULT_INFO;
  const capabilities = capabilitiesOf(options);
  const params = { protocolVersion: version, clientInfo: info, clientCapabilities: capabilities };
  return version === 1 ? params : { ...params, info, capabilities: inVersion2(capabilities) };
}

function capabilitiesOf({ fs, terminal, capabilities }: ConnectOptions): ClientCapabilities {
  return {
    fs: {
      readTextFile: fs?.readTextFile !== undefined,
      writeTextFile: fs?.writeTextFile !== undefined,
    },
    terminal: terminal !== undefined,
    elicitation: { form: {}, url: {} },
    ...capabilities,
  };
}

function inVersion2({ auth, elicitation, _meta }: ClientCapabilities): object {
  return {
    ...(elicitation && { elicitation }),
    ...(auth?.terminal && { auth: { terminal: {} } }),
    ...(_meta && { _meta }),
  };
}

/** Some agents of version 1 give back whatever number they were asked for. */
function isVersion2({ info, capabilities }: Initialized): boolean {
  return info !== undefined || capabilities !== undefined;
}

function refusal(cause: RequestError, options: ConnectOptions): AcpConnectionError {
  if (cause.code === UNSUPPORTED_VERSION) {
    const { supported } = (cause.data ?? {}) as { supported?: unknown };
    const spoken = Array.isArray(supported) ? supported.join(", ") : "others";
    return noCommonVersion(`The agent speaks version ${spoken}`, options, cause);
  }
  return new AcpConnectionError(
    "refused",
    `The agent answered initialize with an error: ${cause.message} (${cause.code}).`,
    { cause },
  );
}

function noCommonVersion(
  found: string,
  options: ConnectOptions,
  cause?: RequestError,
): AcpConnectionError {
  return new AcpConnectionError(
    "unsupported_version",
    `${found}, this client ${versionsOf(options).join(", ")}. Update one of them, or set protocolVersions.`,
    cause && { cause },
  );
}
