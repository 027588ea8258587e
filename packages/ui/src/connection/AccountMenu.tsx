import type { AuthAccount } from "@acp-store/core";
import { useAgent, useAuth } from "@acp-store/react";
import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { Popover, useClosePopover } from "../controls/Popover.js";
import { accountTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The props of {@link AccountMenu}. */
export interface AccountMenuProps {
  /** Signs the user out. Without it, or if the agent cannot sign users out, there is no button for it. */
  readonly onSignOut?: (() => void) | undefined;
}

/**
 * A button that shows the account at the agent and signs the user out. Renders nothing if nobody is
 * signed in.
 *
 * @example
 * ```tsx
 * <AccountMenu onSignOut={() => void agent.logout()} />
 * ```
 */
export function AccountMenu({ onSignOut }: AccountMenuProps): ReactElement | null {
  const auth = useAuth();
  const texts = useTexts("account", accountTexts);
  const canSignOut = useAgent(({ capabilities }) =>
    // In version 2, an agent with a way to sign in can also sign users out.
    capabilities?.session == null ? capabilities?.auth?.logout != null : auth.methods.length > 0,
  );
  if (auth.status !== "done") return null;
  const accounts = auth.accounts?.filter(({ active }) => active !== false) ?? [];
  return (
    <Popover label={texts.label} icon="person" className="acp-account">
      {accounts.length === 0 && <p className="acp-account-label">{texts.signedIn}</p>}
      {accounts.map((account, index) => (
        <AccountDetails key={index} account={account} />
      ))}
      {canSignOut && onSignOut !== undefined && <SignOutButton onSignOut={onSignOut} />}
    </Popover>
  );
}

function SignOutButton({ onSignOut }: { readonly onSignOut: () => void }): ReactElement {
  const texts = useTexts("account", accountTexts);
  const close = useClosePopover();
  return (
    <button
      type="button"
      className="acp-button acp-account-sign-out"
      onClick={() => {
        close();
        onSignOut();
      }}
    >
      <Icon name="signOut" />
      {texts.signOut}
    </button>
  );
}

function AccountDetails({ account }: { readonly account: AuthAccount }): ReactElement {
  const texts = useTexts("account", accountTexts);
  const { label, name, email, organization } = account;
  const title = name || email || label;
  const details = [email, organization, label].filter((text) => text && text !== title);
  return (
    <div className="acp-account-details">
      <p className="acp-account-caption">{texts.signedInAs}</p>
      <p className="acp-account-name">{title}</p>
      {details.map((text) => (
        <p key={text} className="acp-account-label">
          {text}
        </p>
      ))}
    </div>
  );
}
