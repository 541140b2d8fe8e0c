import { betterAuth } from 'better-auth';
import { createEmailVerificationToken } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import pg from 'pg';
import type { Mail } from '#src/mail/mail.ts';
import { writeMail } from '#src/mail/write-mail.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { DAY_SECONDS } from '#src/platform/durations.ts';
import type { DerivedSecret, SecretBox } from '#src/platform/encryption/encryption.ts';
import { createId } from '#src/platform/ids.ts';
import type { Logger } from '#src/platform/log.ts';
import { type AccountMails, accountMails } from './account-mails.ts';
import { selectUserByEmail } from './account-store.ts';
import { recordConfirmation } from './change-by-link.ts';

const CONNECTIONS_MAX = 4;
// For each address: as many as failed authentications of the API.
const LIMIT = { window: 60, max: 30 };
const LIMITS = Object.fromEntries(['/sign-in/*', '/two-factor/*'].map((path) => [path, LIMIT]));
export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 128;
export const ADDRESS_HEADER = 'x-pix-gateway-address';
const ISSUER = 'pix-gateway';

export interface AuthDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly logger: Logger;
  readonly connectionString: string;
  readonly appUrl: string;
}

/**
 * The log-in library over the same database. It is never reached directly: our routes call it, and
 * keep what it must not tell (session tokens, English words).
 */
export function createAuth(deps: AuthDeps) {
  const mails = accountMails(deps.appUrl);
  const pool = new pg.Pool({
    connectionString: deps.connectionString,
    max: CONNECTIONS_MAX,
    application_name: 'pix-gateway accounts',
    options: '-c search_path=auth',
  });
  pool.on('error', (error) => deps.logger.warn({ reason: error.message }, 'a connection was lost'));
  const send = (mail: Mail): Promise<void> =>
    deps.database.transaction(async (tx) => writeMail(tx, deps.secretBox, mail, deps.clock.now()));
  const secrets = logInSecrets(deps.secretBox);
  const [{ value: signingSecret } = { value: '' }] = secrets;
  const auth = openAuth(deps, { pool, mails, send, secrets });
  void followKeys(auth, deps.secretBox);
  return {
    auth,
    mails,
    /** The token of a link that confirms an e-mail. */
    confirmationToken: (email: string): Promise<string> =>
      createEmailVerificationToken(signingSecret, email, undefined, DAY_SECONDS),
    /** The token of a link by which the old address allows a new one. */
    emailChangeToken: (email: string, newEmail: string): Promise<string> =>
      createEmailVerificationToken(signingSecret, email, newEmail, DAY_SECONDS, {
        requestType: 'change-email-confirmation',
      }),
    close: () => pool.end(),
  };
}

/** The secrets of the log-in library, the current key's first. */
export function logInSecrets(secretBox: SecretBox): DerivedSecret[] {
  return [...secretBox.derive('log-in')];
}

/** A rotation while this runs: what is sealed with a key that is new opens too. */
async function followKeys(
  { $context }: ReturnType<typeof openAuth>,
  secretBox: SecretBox,
): Promise<void> {
  const { secretConfig } = await $context;
  if (typeof secretConfig === 'string') return;
  const { keys } = secretConfig;
  const known = keys.get.bind(keys);
  keys.get = (version) =>
    known(version) ?? logInSecrets(secretBox).find((one) => one.version === version)?.value;
}

interface AuthParts {
  readonly pool: pg.Pool;
  readonly mails: AccountMails;
  readonly secrets: DerivedSecret[];
  send(mail: Mail): Promise<void>;
}

function openAuth(deps: AuthDeps, { pool, mails, send, secrets }: AuthParts) {
  return betterAuth({
    appName: ISSUER,
    baseURL: deps.appUrl,
    secrets,
    // What was encrypted before keys had versions: by the oldest.
    secret: secrets.at(-1)?.value ?? '',
    database: pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      ...cookieSettings(deps.appUrl.startsWith('https:')),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: {
        generateId: () => createId(deps.clock.now()),
        // Our migrations make the tables; a look at them that a lost connection breaks would end
        // the process.
        validateSchema: false,
      },
    },
    // The database keeps digests: a stolen copy opens no link.
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: 7 * DAY_SECONDS, updateAge: DAY_SECONDS, freshAge: 0 },
    rateLimit: { enabled: true, storage: 'database', customRules: LIMITS, ...LIMIT },
    user: {
      additionalFields: {
        role: { type: 'string', required: true, input: false },
        merchantId: { type: 'string', required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
    },
    emailVerification: {
      expiresIn: DAY_SECONDS,
      sendVerificationEmail: async ({ user: { id, email }, token }) => {
        // The new address may belong to another account. The answer must not reveal that.
        const owner = await selectUserByEmail(deps.database, email);
        const isOfOther = owner !== undefined && owner.id !== id;
        await send(isOfOther ? mails.alreadyRegistered(email) : mails.confirmEmail(email, token));
      },
      afterEmailVerification: ({ email }, request) =>
        recordConfirmation(deps, email, addressOf(request)),
    },
    plugins: [twoFactor({ issuer: ISSUER, skipVerificationOnEnable: false })],
  });
}

/**
 * With https the names begin with `__Host-`: browsers then take the cookies from this very host
 * only, never from a neighbour of its domain. The library's own prefix allows neighbours.
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

export type Auth = ReturnType<typeof createAuth>;
