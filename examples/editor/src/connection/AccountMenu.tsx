import { useAgent, useAuth } from "@acp-store/react";
import type { AuthAccount } from "@acp-store/core";
import type { ReactElement } from "react";
import { Icon, Popover, useClosePopover } from "@acp-store/ui";
import "./account.css";

/** A button that shows the account and signs the user out. Renders nothing if nobody is signed in. */
export function AccountMenu({ onSignOut }: { onSignOut: () => void }): ReactElement | null {
  const auth = useAuth();
  const canSignOut = useAgent(({ capabilities }) =>
    // In version 2, an agent with a way to sign in can also sign users out.
    capabilities?.session == null ? capabilities?.auth?.logout != null : auth.methods.length > 0,
  );
  if (auth.status !== "done") return null;
  const accounts = auth.accounts?.filter(({ active }) => active !== false) ?? [];
  return (
    <Popover label="Account" icon="person" className="account">
      {accounts.length === 0 && <p className="account-label">You are signed in.</p>}
      {accounts.map((account, index) => (
        <AccountDetails key={index} account={account} />
      ))}
      {canSignOut && <SignOutButton onSignOut={onSignOut} />}
    </Popover>
  );
}

function SignOutButton({ onSignOut }: { onSignOut: () => void }): ReactElement {
  const close = useClosePopover();
  return (
    <button
      type="button"
      className="acp-button account-sign-out"
      onClick={() => {
        close();
        onSignOut();
      }}
    >
      <Icon name="signOut" />
      Sign out
    </button>
  );
}

function AccountDetails({ account }: { account: AuthAccount }): ReactElement {
  const { label, name, email, organization } = account;
  const details = [email, organization, label].filter((text) => text && text !== name);
  return (
    <div className="account-details">
      <p className="account-caption">Signed in as</p>
      <p className="account-name">{name || email || label}</p>
      {details.map((text) => (
        <p key={text} className="account-label">
          {text}
        </p>
      ))}
    </div>
  );
}
