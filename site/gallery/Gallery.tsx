import { CopyButton } from "@acp-store/ui";
import { type ReactElement, useEffect, useRef, useSyncExternalStore } from "react";
import { formatAddress } from "../playground/address.js";
import { RECORDINGS } from "../playground/recordings.js";
import { SiteHeader } from "../shell/SiteHeader.js";
import { formatPreviewAddress } from "./address.js";
import { getPartCode } from "./partCode.js";
import { PART_GROUPS, PARTS, type Part, type PartState } from "./parts.js";
import "./gallery.css";

const THEMES = ["light", "dark"] as const;
/** The height of a preview in CSS pixels until it sets its own. */
const INITIAL_HEIGHT = 60;
const INTRODUCTION =
  "Each preview is the part itself, rendered from a recorded session at one of its frames. Open the frame in the playground to see what led there.";

function subscribeToHash(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

/** Shows the parts of `@acp-store/ui`, one at a time, in all states. */
export function Gallery(): ReactElement {
  const hash = useSyncExternalStore(subscribeToHash, () => location.hash.slice(1));
  const part = PARTS.find(({ name }) => name === hash) ?? PARTS[0];
  const nav = useRef<HTMLElement>(null);
  useEffect(() => subscribeToHash(() => scrollTo({ top: 0 })), []);
  useEffect(() => {
    const link = nav.current?.querySelector(`[href="#${part?.name ?? ""}"]`);
    // The page stays where it is: the navigation is at its top, or sticks to it.
    link?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [part]);
  return (
    <div className="gallery">
      <SiteHeader current="Gallery" />
      <div className="gallery-columns">
        <nav ref={nav} className="gallery-nav" aria-label="Parts">
          {PART_GROUPS.map(({ text, parts }) => (
            <section key={text}>
              <h2>{text}</h2>
              <ul>
                {parts.map(({ name }) => (
                  <li key={name}>
                    <a href={`#${name}`} aria-current={name === part?.name ? "page" : undefined}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <main className="gallery-main">
          {part === PARTS[0] && <p className="gallery-introduction">{INTRODUCTION}</p>}
          {part !== undefined && <PartView key={part.name} part={part} />}
        </main>
      </div>
    </div>
  );
}

function PartView({ part }: { readonly part: Part }): ReactElement {
  const code = getPartCode(part);
  return (
    <article className="gallery-part">
      <header>
        <h1>{part.name}</h1>
        <p>{part.text}</p>
        <p className="gallery-entry">
          <code>@acp-store/{part.entry}</code>
          <a href={`../api/${part.entry}/`}>Reference</a>
        </p>
      </header>
      {part.states.map((state, index) => (
        <StateView key={state.name} part={part} state={state} index={index} />
      ))}
      <section className="gallery-code" aria-label="Code">
        <h2>Code</h2>
        <div>
          <pre tabIndex={0} role="group" aria-label={`Code of ${part.name}`}>
            {code}
          </pre>
          <CopyButton text={code} label="Copy the code" />
        </div>
      </section>
    </article>
  );
}

interface StateViewProps {
  readonly part: Part;
  readonly state: PartState;
  readonly index: number;
}

function StateView({ part, state, index }: StateViewProps): ReactElement {
  const recording = RECORDINGS.find(({ id }) => id === state.recording);
  const address = formatAddress({ recording: state.recording, frame: state.frame });
  return (
    <section className="gallery-state">
      <div className="gallery-state-heading">
        <h2>{state.name}</h2>
        <a href={`../playground/${address}`}>
          {recording?.agent}, frame {state.frame}
        </a>
      </div>
      <div className="gallery-previews">
        {THEMES.map((theme) => (
          <iframe
            key={theme}
            data-theme={theme}
            title={`${part.name}: ${state.name}, ${theme} theme`}
            src={formatPreviewAddress({ part: part.name, state: index, theme })}
            height={part.height ?? INITIAL_HEIGHT}
          />
        ))}
      </div>
    </section>
  );
}
