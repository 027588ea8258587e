import {
  type ReactElement,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from "react";
import type { CodeLine, CodeProps } from "../context/slots.js";
import { highlightCode, isLanguageLoaded, loadLanguage } from "./highlightCode.js";
import { findLanguage } from "./languages.js";

/** Longer code is highlighted in a separate task, and plain until then. */
const MAX_IMMEDIATE_CHARACTERS = 5_000;

/**
 * Highlights code by its language. The grammar of the language is loaded when it is first needed.
 * Until then, and for unknown languages, the code is plain.
 *
 * @example
 * ```tsx
 * <AcpUiProvider slots={{ MarkdownText, Code }}>
 *   <Conversation />
 * </AcpUiProvider>
 * ```
 */
export function Code({ code, language, children }: CodeProps): ReactElement {
  const name = findLanguage(language);
  const isLoaded = useLanguage(name);
  const isLong = code.length > MAX_IMMEDIATE_CHARACTERS;
  const deferred = useDeferredValue(code, isLong ? "" : code);
  const shown = isLong && code.startsWith(deferred) ? deferred : code;
  const lines = useMemo(
    () => (name !== undefined && isLoaded && shown !== "" ? highlightCode(shown, name) : undefined),
    [shown, name, isLoaded],
  );
  return <>{children(lines && appendPlainText(lines, code.slice(shown.length)))}</>;
}

/** Adds the text that has arrived since the lines were highlighted. */
function appendPlainText(lines: readonly CodeLine[], text: string): readonly CodeLine[] {
  if (text === "") return lines;
  const [rest = "", ...others] = text.split("\n");
  const last = [...(lines.at(-1) ?? []), { text: rest }];
  return [...lines.slice(0, -1), last, ...others.map((line) => [{ text: line }])];
}

/** Loads the grammar of a language. Returns whether it is loaded. */
function useLanguage(name: string | undefined): boolean {
  const [loaded, setLoaded] = useState<string>();
  const isLoaded = name !== undefined && (loaded === name || isLanguageLoaded(name));
  useEffect(() => {
    if (name === undefined || isLoaded) return undefined;
    let isMounted = true;
    loadLanguage(name).then(
      // Many blocks change at once, in small steps.
      () => isMounted && startTransition(() => setLoaded(name)),
      // The code stays plain.
      () => {},
    );
    return () => void (isMounted = false);
  }, [name, isLoaded]);
  return isLoaded;
}
