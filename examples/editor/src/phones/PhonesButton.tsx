import { CopyButton, Popover } from "@acp-store/ui";
import type { PhoneInvitation, PhonesClient } from "@acp-store/server/client";
import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from "react";
import "./phones.css";
import { getErrorMessage } from "../ui/texts.js";

interface PhonesButtonProps {
  readonly phones: PhonesClient;
}

/** A button that shows a link for a phone, and the phones that are connected. */
export function PhonesButton({ phones }: PhonesButtonProps): ReactElement {
  const list = useSyncExternalStore(phones.subscribe, phones.getState);
  const connected = list.filter(({ isConnected }) => isConnected).length;
  const label = "Approve from your phone";
  return (
    <Popover
      label={connected === 0 ? label : `${label} (${connected} connected)`}
      icon="phone"
      className="phones"
      buttonClassName={connected === 0 ? "" : "phones-connected"}
    >
      <PhonesDialog phones={phones} />
    </Popover>
  );
}

function PhonesDialog({ phones }: PhonesButtonProps): ReactElement {
  const list = useSyncExternalStore(phones.subscribe, phones.getState);
  const [invitation, setInvitation] = useState<ShownInvitation>();
  const [error, setError] = useState<string>();
  const isUsed = list.some(({ id }) => invitation?.earlierIds.includes(id) === false);

  const attempt = async (action: () => Promise<void>): Promise<void> => {
    setError(undefined);
    try {
      await action();
    } catch (reason) {
      setError(getErrorMessage(reason));
    }
  };
  const invite = async (): Promise<void> => {
    const next = await phones.invite();
    const { renderSVG } = await import("uqr");
    // Phones read a code only if it is dark on a light background.
    const code = renderSVG(next.link, { border: 2 });
    setInvitation({ ...next, code, earlierIds: phones.getState().map(({ id }) => id) });
  };
  return (
    <>
      <h2 className="phones-title">Approve from your phone</h2>
      <p className="phones-text">
        A phone with this link sees what your sessions wait for. It can answer permission requests
        and stop the agents, and nothing else.
      </p>
      {invitation === undefined && (
        <button
          type="button"
          className="acp-button acp-button-primary"
          onClick={() => void attempt(invite)}
        >
          Create a link
        </button>
      )}
      {error !== undefined && (
        <p className="phones-error" role="alert">
          {error}
        </p>
      )}
      {invitation !== undefined && (
        <Invitation invitation={invitation} isUsed={isUsed} onRenew={() => void attempt(invite)} />
      )}
      {list.length > 0 && (
        <ul className="phones-list" aria-label="Phones">
          {list.map(({ id, name, isConnected }) => (
            <li key={id} className="phones-item">
              <span className="phones-name">{name}</span>
              <span className="phones-status">{isConnected ? "Connected" : "Page not open"}</span>
              <button
                type="button"
                className="acp-button acp-button-danger"
                aria-label={`Disconnect ${name}`}
                onClick={() => void attempt(() => phones.disconnect(id))}
              >
                Disconnect
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ShownInvitation extends PhoneInvitation {
  /** The QR code as SVG. */
  readonly code: string;
  /** The phones that were connected before. */
  readonly earlierIds: readonly string[];
}

interface InvitationProps {
  readonly invitation: ShownInvitation;
  readonly isUsed: boolean;
  readonly onRenew: () => void;
}

function Invitation({ invitation, isUsed, onRenew }: InvitationProps): ReactElement {
  const { link, expiresAt, code } = invitation;
  const isExpired = useIsPast(expiresAt);
  const address = useRef<HTMLInputElement>(null);
  // The button that created the link is gone.
  useEffect(() => address.current?.select(), [link]);
  const { hostname } = new URL(link);
  if (isUsed || isExpired)
    return (
      <div className="phones-invitation">
        <p role="status">{isUsed ? "The link was used." : "The link has expired."}</p>
        <button type="button" className="acp-button" onClick={onRenew}>
          Create another link
        </button>
      </div>
    );
  return (
    <div className="phones-invitation">
      <img
        className="phones-code"
        src={`data:image/svg+xml,${encodeURIComponent(code)}`}
        alt="QR code of the link"
      />
      <div className="phones-link">
        <input
          ref={address}
          className="phones-address"
          readOnly
          value={link}
          aria-label="Link for the phone"
        />
        <CopyButton text={link} label="Copy link" />
      </div>
      <p className="phones-hint">
        For one phone, until {new Date(expiresAt).toLocaleTimeString([], { timeStyle: "short" })}.
        {hostname === "127.0.0.1" &&
          " This address works on this computer, or on a phone with an SSH tunnel to it. For Tailscale, start the server with --phone-origin."}
      </p>
    </div>
  );
}

/** Returns whether a time has passed. */
function useIsPast(time: number): boolean {
  const [past, setPast] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setPast(time), time - Date.now());
    return () => clearTimeout(timer);
  }, [time]);
  return past === time;
}
