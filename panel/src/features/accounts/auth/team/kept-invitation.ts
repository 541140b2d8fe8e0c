const KEY = 'panel-invitation';

/** Keeps the token of an invitation in this tab while the person logs in. */
export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Then the person opens the link of the mail again.
  }
}

/** The page of the invitation that was kept before the log-in, once; undefined without one. */
export function keptInvitationPage(): string | undefined {
  try {
    const token = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return token === null ? undefined : `/convite#${token}`;
  } catch {
    return undefined;
  }
}
