import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { createEmailVerificationToken } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type pg from 'pg';
import type { Mail } from '#src/mail/mail.ts';
import { writeMail } from '#src/mail/write-mail.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openPool } from '#src/platform/database/pool.ts';
import { DAY_SECONDS } from '#src/platform/durations.ts';
import type { DerivedSecret, SecretBox } from '#src/platform/encryption/encryption.ts';
import { createId } from '#src/platform/ids.ts';
import type { Logger } from '#src/platform/log.ts';
import { logInSecrets } from './log-in-secrets.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './password-length.ts';
import type { Passwords } from './passwords.ts';
import { recordEmailConfirmation } from './record-email-confirmation.ts';
import { createUserMails, type UserMails } from './user-mails.ts';
import { selectUserByEmail } from './user-store.ts';

const CONNECTIONS_MAX = 4;
// For each address, in seconds and requests: the same as for failed authentications of the API.
const LIMIT = { window: 60, max: 30 };
const LIMITS = Object.fromEntries(['/sign-in/*', '/two-factor/*'].map((path) => [path, LIMIT]));
export const ADDRESS_HEADER = 'x-pix-gateway-address';
const ISSUER = 'pix-gateway';

export interface AuthLibraryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly logger: Logger;
  readonly passwords: Passwords;
  readonly connectionString: string;
  readonly appUrl: string;
}

/**
 * Creates the log-in library (better-auth) on the gateway's database. Browsers never reach it: our
 * routes call it, so that session tokens and messages in English stay inside.
 */
export function createAuthLibrary(deps: AuthLibraryOptions) {
  const mails = createUserMails(deps.appUrl);
  const pool = openPool({
    connectionString: deps.connectionString,
    connectionsMax: CONNECTIONS_MAX,
    applicationName: 'pix-gateway accounts',
    settings: '-c search_path=auth',
    onLost: ({ message: reason }) => deps.logger.warn({ reason }, 'a connection was lost'),
  });
  const send = (mail: Mail): Promise<void> =>
    deps.database.transaction(async (tx) => writeMail(tx, deps.secretBox, mail, deps.clock.now()));
  const secrets = logInSecrets(deps.secretBox);
  const [{ value: signingSecret } = { value: '' }] = secrets;
  const library = openLibrary(deps, { pool, mails, send, secrets });
  void followKeyRotation(library, deps.secretBox);
  return {
    library,
    mails,
    /** The token of a link that confirms an e-mail. */
    confirmationToken: (email: string): Promise<string> =>
      createEmailVerificationToken(signingSecret, email, undefined, DAY_SECONDS),
    /** The token of a link, sent to the old e-mail, that allows the change to a new one. */
    emailChangeToken: (email: string, newEmail: string): Promise<string> =>
      createEmailVerificationToken(signingSecret, email, newEmail, DAY_SECONDS, {
        requestType: 'change-email-confirmation',
      }),
    close: () => pool.end(),
  };
}

/** Lets the library use keys that are added while the process runs. */
async function followKeyRotation(
  { $context }: ReturnType<typeof openLibrary>,
  secretBox: SecretBox,
): Promise<void> {
  const { secretConfig } = await $context;
  if (typeof secretConfig === 'string') return;
  const { keys } = secretConfig;
  const known = keys.get.bind(keys);
  keys.get = (version) =>
    known(version) ?? logInSecrets(secretBox).find((one) => one.version === version)?.value;
}

interface LibraryParts {
  readonly pool: pg.Pool;
  readonly mails: UserMails;
  readonly secrets: DerivedSecret[];
  send(mail: Mail): Promise<void>;
}

function openLibrary(deps: AuthLibraryOptions, { pool, mails, send, secrets }: LibraryParts) {
  return betterAuth({
    appName: ISSUER,
    baseURL: deps.appUrl,
    secrets,
    // Values that were encrypted before keys had versions are opened with the oldest key.
    secret: secrets.at(-1)?.value ?? '',
    database: pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      ...cookieSettings(deps.appUrl.startsWith('https:')),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: {
        generateId: () => createId(deps.clock.now()),
        // Our migrations create the tables, and a connection lost during the check would end the
        // process.
        validateSchema: false,
      },
    },
    // The database has only digests of tokens: a stolen copy opens no link.
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: 7 * DAY_SECONDS, updateAge: DAY_SECONDS, freshAge: 0 },
    rateLimit: { enabled: true, storage: 'database', customRules: LIMITS, ...LIMIT },
    user: {
      additionalFields: {
        role: { type: 'string', required: true, input: false },
        merchantId: { type: 'string', required: false, input: false },
        memberRole: { type: 'string', required: false, input: false },
        operatorRole: { type: 'string', required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      password: deps.passwords,
    },
    emailVerification: emailVerification(deps, { mails, send }),
    plugins: [twoFactor({ issuer: ISSUER, skipVerificationOnEnable: false })],
  });
}

function emailVerification(
  deps: AuthLibraryOptions,
  { mails, send }: Pick<LibraryParts, 'mails' | 'send'>,
): BetterAuthOptions['emailVerification'] {
  return {
    expiresIn: DAY_SECONDS,
    sendVerificationEmail: async ({ user: { id, email }, token }) => {
      // The new address may belong to another account. The answer must not reveal that.
      const owner = await selectUserByEmail(deps.database, email);
      const isOfOther = owner !== undefined && owner.id !== id;
      await send(isOfOther ? mails.alreadyRegistered(email) : mails.confirmEmail(email, token));
    },
    afterEmailVerification: ({ email }, request) =>
      recordEmailConfirmation(deps, email, addressOf(request)),
  };
}

/**
 * With https the cookies' names begin with `__Host-`: browsers then accept them from this host
 * only. The library's own prefix would also accept them from other hosts of the domain.
 */
function cookieSettings(isHttps: boolean) {
  if (!isHttps) return { cookiePrefix: 'pix-gateway', useSecureCookies: false };
  return {
    cookiePrefix: '__Host-pix-gateway',
    useSecureCookies: false,
    defaultCookieAttributes: { secure: true, path: '/' },
  };
}

function addressOf(request: Request | undefined): string | null {
  return request?.headers.get(ADDRESS_HEADER) ?? null;
}

export type AuthLibrary = ReturnType<typeof createAuthLibrary>;
