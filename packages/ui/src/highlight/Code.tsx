import { type ReactElement, startTransition, useEffect, useMemo, useState } from "react";
import type { CodeProps } from "../context/slots.js";
import { highlightCode, isLanguageLoaded, loadLanguage } from "./highlightCode.js";
import { findLanguage } from "./languages.js";

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
  const lines = useMemo(
    () => (name !== undefined && isLoaded ? highlightCode(code, name) : undefined),
    [code, name, isLoaded],
  );
  return <>{children(lines)}</>;
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
