import { parseTrace, type ParsedTrace } from "@acp-store/devtools";

/** A trace to play: a recording of the page, or a file of the user. */
export interface PlayedTrace extends ParsedTrace {
  readonly name: string;
  /** The recording of the page that it is. Absent for a file of the user. */
  readonly recordingId?: string;
  /** The position to show. The default is the end of the trace. */
  readonly start?: number | undefined;
}

/** The reason that a file cannot be played. */
class UnreadableTraceError extends Error {
  override readonly name = "UnreadableTraceError";
}

/**
 * Reads a file of the user. Lines that are not frames are listed in `problems`.
 *
 * @throws an error with a reason for the user if the file is not readable.
 */
export async function readTraceFile(file: File): Promise<ParsedTrace> {
  try {
    return parseTrace(await file.text());
  } catch (error) {
    // The file is a folder, was deleted, or is not readable.
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableTraceError(`The file could not be read: ${reason}`);
  }
}

/**
 * Returns a trace of the user as one to play.
 *
 * @throws an error with a reason for the user if it has no frames.
 */
export function toPlayedTrace(name: string, trace: ParsedTrace): PlayedTrace {
  const { frames, lines, problems, textLines, format, end } = trace;
  if (frames.length > 0)
    return {
      ...{ name, frames, lines, problems, textLines },
      ...(format !== undefined && { format }),
      ...(end !== undefined && { end }),
    };
  throw new UnreadableTraceError(problems[0]?.message);
}
