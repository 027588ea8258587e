import { type ReactElement, useEffect, useId, useRef, useState } from "react";
import { Notice } from "../connection/Notice.js";
import { ClippedText } from "../content/ClippedText.js";
import { Icon, Spinner } from "../controls/Icon.js";
import { toSentence } from "../format/errors.js";
import { ConfirmDialog } from "../sessions/ConfirmDialog.js";
import { SearchField } from "../sessions/SearchField.js";
import { registryTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { AgentIcon } from "./AgentIcon.js";
import type { RegistryEntry, RegistryProgress, RegistrySource } from "./registrySource.js";
import { type RegistryState, useRegistry } from "./useRegistry.js";

/** The props of {@link RegistryPicker}. */
export interface RegistryPickerProps {
  /** The registry. Keep the same object over renders. */
  readonly registry: RegistrySource;
}

/**
 * The agents of a registry, with search, to add, update and remove them. It shows how each agent is launched
 * before the user adds it. It needs no provider.
 *
 * @example
 * ```tsx
 * const registry = createRegistryClient(fleet);
 * const picker = <RegistryPicker registry={registry} />;
 * ```
 */
export function RegistryPicker({ registry }: RegistryPickerProps): ReactElement {
  const texts = useTexts("registry", registryTexts);
  const state = useRegistry(registry);
  const [query, setQuery] = useState("");
  const { agents, problem, isLoading, refresh } = state;
  const found = agents?.filter((agent) => matches(agent, query)) ?? [];
  return (
    <section className="acp-ui acp-registry" aria-label={texts.label} aria-busy={isLoading}>
      <div className="acp-registry-header">
        <SearchField label={texts.search} query={query} onSearch={setQuery} />
        <button type="button" className="acp-button" disabled={isLoading} onClick={refresh}>
          {isLoading ? <Spinner /> : <Icon name="refresh" />}
          {texts.refresh}
        </button>
      </div>
      {problem !== undefined && (
        <Notice
          tone={agents === undefined ? "danger" : "warning"}
          title={agents === undefined ? texts.notLoaded : texts.stale}
          detail={problem}
        />
      )}
      <ul className="acp-registry-list">
        {found.map((agent) => (
          <RegistryRow key={agent.id} {...{ agent, state }} />
        ))}
      </ul>
      <p className="acp-registry-empty" role="status">
        {agents !== undefined && found.length === 0 && texts.nothingFound}
      </p>
    </section>
  );
}

function matches({ id, name, description }: RegistryEntry, query: string): boolean {
  return `${id}\n${name}\n${description}`.toLowerCase().includes(query.trim().toLowerCase());
}

interface RegistryRowProps {
  readonly agent: RegistryEntry;
  readonly state: RegistryState;
}

function RegistryRow({ agent, state }: RegistryRowProps): ReactElement {
  const { id, name, version, description, icon, plans, status, addedVersion } = agent;
  const texts = useTexts("registry", registryTexts);
  const ids = { name: useId(), launch: useId() };
  const [planId, setPlanId] = useState<string>();
  const [hasAgreed, setHasAgreed] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const plan = plans.find((one) => one.id === planId) ?? plans[0];
  const change = state.changes.get(id);
  const isChanging = change !== undefined && change.error === undefined;
  const isOffered = status === "available" || status === "outdated";
  const isAdded = status === "added" || status === "outdated";
  const launchButton = useRef<HTMLButtonElement>(null);
  const wasCancelled = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone.
    if (!isChanging && wasCancelled.current) launchButton.current?.focus();
    wasCancelled.current = false;
  }, [isChanging]);
  const needsConsent = isOffered && plan?.isVerified === false;
  const launch = (): void => {
    if (plan === undefined) return;
    const choice = { id, plan: plan.id, ...(needsConsent && { allowUnverified: hasAgreed }) };
    if (status === "outdated") state.update(choice);
    else state.add(choice);
  };
  return (
    <li className="acp-registry-row" aria-labelledby={ids.name}>
      <AgentIcon icon={icon} />
      <div className="acp-registry-body">
        <h3 id={ids.name} className="acp-registry-name">
          {name}{" "}
          <span className="acp-registry-version">
            {status === "outdated" && addedVersion !== undefined
              ? texts.newVersion(addedVersion, version)
              : (addedVersion ?? version)}
          </span>
        </h3>
        <p className="acp-registry-description">
          <ClippedText text={description} />
        </p>
        {isOffered && plan !== undefined && (
          <div id={ids.launch} className="acp-registry-launch">
            <p>{plan.summary}</p>
            {/* A long command wraps, so that all of it is visible before the user adds the agent. */}
            <code>{plan.commandLine}</code>
          </div>
        )}
        {isOffered && plans.length > 1 && (
          <label className="acp-registry-choice">
            {texts.launchWith}
            <select value={plan?.id} onChange={(event) => setPlanId(event.target.value)}>
              {plans.map((one) => (
                <option key={one.id} value={one.id}>
                  {texts.kind[one.kind]}
                </option>
              ))}
            </select>
          </label>
        )}
        {needsConsent && (
          <label className="acp-registry-choice">
            <input
              type="checkbox"
              checked={hasAgreed}
              onChange={(event) => setHasAgreed(event.target.checked)}
            />
            {texts.allowUnverified}
          </label>
        )}
        {isChanging && <ChangeProgress name={name} progress={change.progress} />}
        {change?.error !== undefined && (
          <p className="acp-agent-problem" role="alert">
            <ClippedText text={toSentence(change.error)} />
          </p>
        )}
      </div>
      <div className="acp-registry-actions">
        {status === "configured" && <span>{texts.configured}</span>}
        {isOffered && plan === undefined && <span>{texts.unavailable}</span>}
        {isOffered && plan !== undefined && (
          <button
            type="button"
            className="acp-button acp-button-primary"
            aria-label={status === "outdated" ? texts.updateAgent(name) : texts.addAgent(name)}
            aria-describedby={ids.launch}
            ref={launchButton}
            disabled={isChanging || (needsConsent && !hasAgreed)}
            onClick={launch}
          >
            {status === "outdated" ? texts.update : texts.add}
          </button>
        )}
        {change?.cancel !== undefined && (
          <button
            type="button"
            className="acp-button"
            aria-label={texts.cancelAgent(name)}
            onClick={() => {
              wasCancelled.current = true;
              change.cancel?.();
            }}
          >
            {texts.cancel}
          </button>
        )}
        {isAdded && (
          <button
            type="button"
            className="acp-button"
            aria-label={texts.removeAgent(name)}
            disabled={isChanging}
            onClick={() => setIsRemoving(true)}
          >
            {texts.remove}
          </button>
        )}
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={texts.removeTitle(name)}
          action={texts.remove}
          onConfirm={() => state.remove(id)}
          onClose={() => setIsRemoving(false)}
        >
          {texts.removeDetail}
        </ConfirmDialog>
      )}
    </li>
  );
}

interface ChangeProgressProps {
  readonly name: string;
  readonly progress: RegistryProgress | undefined;
}

function ChangeProgress({ name, progress }: ChangeProgressProps): ReactElement {
  const texts = useTexts("registry", registryTexts);
  const isDownload = progress?.step === "download";
  const { receivedBytes = 0, totalBytes } = isDownload ? progress : {};
  const label = isDownload ? texts.downloading(name) : texts.working(name);
  return (
    <div className="acp-registry-progress">
      {/* The number would be announced too often. */}
      <span role="status">{label}</span>
      <progress
        aria-label={label}
        {...(totalBytes !== undefined && { value: receivedBytes, max: totalBytes })}
      />
    </div>
  );
}
