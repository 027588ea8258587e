/** The configuration with which the server was started. */
export type PageConfig = AgentConfig | ReplayConfig;

export interface AgentConfig {
  readonly mode: "agent";
  readonly agent: { readonly command: string; readonly args: readonly string[] };
  readonly cwd: string;
  /** The only protocol version to offer. Without it, both versions are offered. */
  readonly protocol?: 1 | 2;
}

export interface ReplayConfig {
  readonly mode: "replay";
  readonly file: string;
}

/**
 * Fetches the configuration of the page.
 *
 * @throws {Error} with a message for the user if the request fails.
 */
export async function fetchConfig(signal: AbortSignal): Promise<PageConfig> {
  return (await fetchOk("/api/config", signal)).json() as Promise<PageConfig>;
}

/**
 * Fetches a path from the server.
 *
 * @throws {Error} with the server's message if the response status is not 2xx.
 */
export async function fetchOk(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, signal && { signal });
  if (response.ok) return response;
  throw new Error(
    (await response.text()).trim() || `The server responded with status ${response.status}.`,
  );
}

interface FileResponse {
  readonly text?: string;
  /** The reason why there is no text. */
  readonly reason?: string;
}

/**
 * Reads a text file in the agent's folder.
 *
 * @throws {Error} with a message for the user if the file cannot be shown.
 */
export async function readFile(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetchOk(`/api/file?path=${encodeURIComponent(path)}`, signal);
  const { text, reason = "The file cannot be shown." } = (await response.json()) as FileResponse;
  if (text === undefined) throw new Error(reason);
  return text;
}

/** Returns the name of the agent's program without its path. */
export function getCommandName({ agent }: AgentConfig): string {
  return agent.command.split(/[\\/]/).at(-1) ?? agent.command;
}
