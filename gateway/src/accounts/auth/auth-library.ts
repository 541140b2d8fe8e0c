import { openPool } from '#src/ground/database/pool.ts';
import type { AuthLibraryOptions } from './auth-library-options.ts';
import { logInSecrets } from './log-in-secrets.ts';
import type { EmailOwner, openLibrary } from './open-auth-library.ts';

const CONNECTIONS_MAX = 4;
/**
 * Creates the log-in library (better-auth) on the gateway's database. Only our routes call it, so
 * its session tokens and English messages don't reach browsers. The first request that needs it
 * loads it; processes that serve only the API don't need it.
 */
export function createAuthLibrary(deps: AuthLibraryOptions) {
  const pool = openPool({
    connectionString: deps.connectionString,
    connectionsMax: CONNECTIONS_MAX,
    applicationName: 'pix-gateway accounts',
    settings: '-c search_path=auth',
    onLost: ({ message: reason }) => deps.logger.warn({ reason }, 'a connection was lost'),
  });
  let opening: Promise<ReturnType<typeof openLibrary>> | undefined;

  async function load(): Promise<ReturnType<typeof openLibrary>> {
    const { openLibrary } = await import('./open-auth-library.ts');
    return openLibrary(deps, { pool, secrets: logInSecrets(deps.secretBox) });
  }

  function open(): Promise<ReturnType<typeof openLibrary>> {
    opening ??= load();
    return opening;
  }

  return {
    library: async () => (await open()).library,
    /** The token of the session cookie in a `Cookie` header, if its signature is right. */
    sessionToken: async (cookies: string) => (await open()).sessionToken(cookies),
    /** The token of a link that confirms an e-mail. */
    confirmationToken: async (email: string) => (await open()).confirmationToken(email),
    /** The token of a link, sent to the old e-mail, that allows the change to a new one. */
    emailChangeToken: async (user: EmailOwner, newEmail: string) =>
      (await open()).emailChangeToken(user, newEmail),
    close: () => pool.end(),
  };
}

export type AuthLibrary = ReturnType<typeof createAuthLibrary>;
