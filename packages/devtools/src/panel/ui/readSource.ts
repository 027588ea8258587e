import { createTraceSource, type PanelSource } from "../model/source.js";

/** The reason that a file could not be opened. */
export interface OpenError {
  readonly name: string;
  readonly reason: string;
}

/** Reads a trace or a log from a file. A folder, and a file that was deleted, cannot be opened. */
export async function readSource(
  file: File,
): Promise<
  | { readonly source: PanelSource; readonly error?: never }
  | { readonly source?: never; readonly error: OpenError }
> {
  try {
    return { source: createTraceSource(file.name, await file.text()) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { error: { name: file.name, reason } };
  }
}
