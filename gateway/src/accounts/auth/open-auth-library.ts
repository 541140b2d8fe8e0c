import { createHmac } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { createEmailVerificationToken } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type pg from 'pg';
import type { PanelUser } from '#src/ground/access/member-of-request.ts';
import { isRenamed, OWN_NAME } from '#src/ground/brand/brand.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_SECONDS } from '#src/ground/durations.ts';
import {
  type DerivedSecret,
  type SecretBox,
  textsEqual,
} from '#src/ground/encryption/encryption.ts';
import { createId } from '#src/ground/ids.ts';
import { ADDRESS_HEADER, type AuthLibraryOptions } from './auth-library-options.ts';
import { logInSecrets } from './log-in-secrets.ts';
import { selectOpenedMerchant } from './memberships/membership-store.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './password-length.ts';
import { deletePendingAccess } from './password-reset-store.ts';
import { recordUserChange } from './record-user-change.ts';
import { alreadyRegisteredMail, confirmEmailMail } from './user-mails.ts';
import { selectUserByEmail } from './user-store.ts';

// Limits for each address, in seconds and requests; equal to failed authentications of the API.
const LIMIT = { window: 60, max: 30 };
const LIMITS = Object.fromEntries(['/sign-in/*', '/two-factor/*'].map((path) => [path, LIMIT]));

/** A user who changes the e-mail address. */
export type EmailOwner = Pick<PanelUser, 'userId' | 'email'>;

/** Opens the log-in library itself, which takes a quarter of a second and 50 MB of memory. */
export function openLibrary(deps: AuthLibraryOptions, parts: LibraryParts) {
  const library = createLibrary(deps, parts);
  void followKeyRotation(library, deps.secretBox);
  const [{ value: signingSecret } = { value: '' }] = parts.secrets;
  const cookie = library.$context.then(({ authCookies, secret }) => ({
    name: authCookies.sessionToken.name,
    secret,
  }));
  return {
    library,
    sessionToken: async (cookies: string) => tokenInCookies(cookies, await cookie),
    confirmationToken: (email: string): Promise<string> =>
      createEmailVerificationToken(signingSecret, email, undefined, DAY_SECONDS),
    emailChangeToken: ({ userId, email }: EmailOwner, newEmail: string): Promise<string> =>
      createEmailVerificationToken(signingSecret, email, newEmail, DAY_SECONDS, {
        requestType: 'change-email-confirmation',
        userId,
      }),
  };
}

/** Lets the library use keys that are added while the process runs. */
async function followKeyRotation(
  { $context }: ReturnType<typeof createLibrary>,
  secretBox: SecretBox,
): Promise<void> {
  const { secretConfig } = await $context;
  if (typeof secretConfig === 'string') return;
  const { keys } = secretConfig;
  const getLoaded = keys.get.bind(keys);
  keys.get = (version) =>
    getLoaded(version) ??
    logInSecrets(secretBox).find((secret) => secret.version === version)?.value;
}

/** The parts with which the log-in library is opened. */
export interface LibraryParts {
  readonly pool: pg.Pool;
  readonly secrets: DerivedSecret[];
}

function createLibrary(deps: AuthLibraryOptions, { pool, secrets }: LibraryParts) {
  return betterAuth({
    appName: deps.brand.name,
    baseURL: deps.appUrl,
    secrets,
    // Values that were encrypted before keys had versions are opened with the oldest key.
    secret: secrets.at(-1)?.value ?? '',
    database: pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      ...cookieSettings(deps),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: {
        generateId: () => createId(deps.clock.now()),
        // No check of the tables: gateway/schema makes them, and a lost connection during the
        // check would end the process.
        validateSchema: false,
      },
    },
    // The database has only digests of tokens: a stolen copy opens no link.
    verification: { storeIdentifier: 'hashed' },
    session: {
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      freshAge: 0,
      additionalFields: {
        merchantId: { type: 'string', required: false, input: false, fieldName: 'merchant_id' },
      },
    },
    databaseHooks: { session: { create: { before: (session) => openMerchant(deps, session) } } },
    rateLimit: { enabled: true, storage: 'database', customRules: LIMITS, ...LIMIT },
    user: {
      additionalFields: {
        role: { type: 'string', required: true, input: false },
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
    emailVerification: emailVerification(deps),
    plugins: [twoFactor({ issuer: deps.brand.name, skipVerificationOnEnable: false })],
  });
}

/**
 * Lets a new session act for a merchant of its user. A session that replaces another one, when the
 * second factor changes, keeps its merchant.
 */
async function openMerchant(
  { database }: Pick<AuthLibraryOptions, 'database'>,
  { userId, merchantId }: { readonly userId: string; readonly merchantId?: unknown },
) {
  const opened = merchantId ?? (await selectOpenedMerchant(database, { userId })) ?? null;
  return { data: { merchantId: opened } };
}

function emailVerification(deps: AuthLibraryOptions): BetterAuthOptions['emailVerification'] {
  const { database, clock, mailer } = deps;
  return {
    expiresIn: DAY_SECONDS,
    sendVerificationEmail: async ({ user: { id, email }, token }) => {
      // The new address may belong to another account. The answer must not reveal that.
      const owner = await selectUserByEmail(database, { email });
      const isOfOther = owner !== undefined && owner.id !== id;
      const message = isOfOther
        ? alreadyRegisteredMail(mailer.appUrl)
        : confirmEmailMail(mailer.appUrl, token);
      await database.transaction((tx) => mailer.tell(tx, { email }, message, clock.now()));
    },
    afterEmailVerification: ({ email }, request) =>
      recordEmailConfirmation(deps, email, addressOf(request)),
  };
}

/**
 * With https the cookies' names begin with `__Host-`: browsers then accept them from this host
 * only. The library's own prefix would also accept them from other hosts of the domain.
 */
function cookieSettings({ appUrl, brand }: AuthLibraryOptions) {
  // A change of the name ends all open sessions, because browsers have cookies of the old name.
  const name = isRenamed(brand) ? 'panel' : OWN_NAME;
  if (!appUrl.startsWith('https:')) return { cookiePrefix: name, useSecureCookies: false };
  return {
    cookiePrefix: `__Host-${name}`,
    useSecureCookies: false,
    defaultCookieAttributes: { secure: true, path: '/' },
  };
}

function addressOf(request: Request | undefined): string | null {
  return request?.headers.get(ADDRESS_HEADER) ?? null;
}

/**
 * Records in the audit log that a link, without a session, confirmed an e-mail. Deletes the user's
 * other links: they may have been mailed to an earlier address. Throws if no user has the e-mail.
 */
async function recordEmailConfirmation(
  { database, clock }: DatabaseAndClock,
  email: string,
  address: string | null,
): Promise<void> {
  await database.transaction(async (tx) => {
    const user = await selectUserByEmail(tx, { email });
    if (!user) throw new Error('no user has the e-mail that was confirmed');
    const by = { kind: user.role, id: user.id, name: email, address };
    deletePendingAccess(tx, user.id);
    const change = { action: 'account.email_confirmed', subject: email } as const;
    await recordUserChange(tx, by, user.id, change, clock.now());
  });
}

/**
 * The token of a session in a `Cookie` header; undefined if it is missing or wrongly signed. The
 * log-in library signs the token with HMAC-SHA256 and writes the signature in base64 behind a dot.
 */
function tokenInCookies(
  cookies: string,
  { name, secret }: { readonly name: string; readonly secret: string },
): string | undefined {
  const own = cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`));
  if (own === undefined) return undefined;
  const value = decoded(own.slice(name.length + 1));
  const dot = value.lastIndexOf('.');
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return textsEqual(value.slice(dot + 1), signature) ? token : undefined;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
