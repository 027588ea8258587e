import { type Implementation, RequestError } from "@agentclientprotocol/sdk";
import { getClientCapabilities, toVersion2Capabilities } from "./clientCapabilities.js";
import { AcpConnectionError, withoutPeriod } from "./errors.js";
import type { RpcConnection } from "./rpcConnection.js";
import type { ConnectOptions } from "./options.js";

/** The JSON-RPC code with which agents reject a protocol version. */
const UNSUPPORTED_VERSION = -32022;
const DEFAULT_INFO: Implementation = { name: "acp-store", version: "0" };

/** The part of an `initialize` response that identifies the version. */
interface InitializeResult {
  readonly protocolVersion: unknown;
  readonly info?: unknown;
  readonly capabilities?: unknown;
}

/**
 * Returns the protocol versions to try, in order of preference.
 *
 * @throws TypeError if the option is an empty list.
 */
export function getProtocolVersions({
  protocolVersions = [2, 1],
}: ConnectOptions): readonly (1 | 2)[] {
  if (protocolVersions.length > 0) return protocolVersions;
  throw new TypeError("[acp-store] protocolVersions is []. List 1, 2 or both, or omit the option.");
}

/**
 * Sends `initialize` and resolves with the protocol version that both sides agree on. If the agent
 * rejects a version, the next one is offered over the same RPC connection.
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 *
 * @throws AcpConnectionError if the agent does not answer in time, answers with an error, or
 * supports none of the versions.
 */
export async function initializeAgent(
  rpc: RpcConnection,
  versions: readonly (1 | 2)[],
  options: ConnectOptions,
): Promise<1 | 2> {
  const [version, ...fallbacks] = versions as [1 | 2, ...(1 | 2)[]];
  const tryNext = (): Promise<1 | 2> => initializeAgent(rpc, fallbacks, options);
  let result: InitializeResult;
  try {
    result = await sendInitialize(rpc, version, options);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (fallbacks.length > 0) return tryNext();
    throw createInitializeError(version, error, options);
  }
  const answered = result.protocolVersion;
  if (answered === version && (version === 1 || isVersion2Result(result))) return version;
  if (answered === version && fallbacks.length > 0) return tryNext();
  if (fallbacks.includes(answered as 1 | 2)) return answered as 1 | 2;
  throw createVersionError(
    answered === version
      ? `The agent answered with version ${version} of the protocol, but without its fields info and capabilities`
      : `The agent answered the offer of version ${version} of the protocol with version ${String(answered)}`,
    options,
  );
}

function sendInitialize(
  rpc: RpcConnection,
  version: 1 | 2,
  options: ConnectOptions,
): Promise<InitializeResult> {
  return rpc.request("initialize", createInitializeParams(version, options));
}

/**
 * Returns the parameters of `initialize`. An offer of version 2 also contains the fields of version
 * 1, so that an agent that answers with version 1 need not be initialized twice.
 */
function createInitializeParams(version: 1 | 2, options: ConnectOptions): object {
  const info = options.clientInfo ?? DEFAULT_INFO;
  const capabilities = getClientCapabilities(options);
  const params = { protocolVersion: version, clientInfo: info, clientCapabilities: capabilities };
  return version === 1
    ? params
    : { ...params, info, capabilities: toVersion2Capabilities(capabilities) };
}

/**
 * Returns whether the response has fields of version 2. Some version 1 agents echo any version
 * number that they are offered.
 */
function isVersion2Result({ info, capabilities }: InitializeResult): boolean {
  return info !== undefined || capabilities !== undefined;
}

function createInitializeError(
  version: 1 | 2,
  cause: RequestError,
  options: ConnectOptions,
): AcpConnectionError {
  if (cause.code === UNSUPPORTED_VERSION) {
    const { supported } = (cause.data ?? {}) as { supported?: unknown };
    const reason = Array.isArray(supported) ? `: it supports ${supported.join(", ")}` : "";
    return createVersionError(
      `The agent rejected version ${version} of the protocol${reason}`,
      options,
      cause,
    );
  }
  return new AcpConnectionError(
    "refused",
    `The agent answered initialize with an error: ${withoutPeriod(cause.message)} (${cause.code}).`,
    { cause },
  );
}

function createVersionError(
  problem: string,
  options: ConnectOptions,
  cause?: RequestError,
): AcpConnectionError {
  return new AcpConnectionError(
    "unsupported_version",
    `${problem}. This client offered ${getProtocolVersions(options).join(", ")}. Update one of them, or set protocolVersions.`,
    cause && { cause },
  );
}
