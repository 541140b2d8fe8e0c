import { randomBytes, randomInt } from 'node:crypto';
import { KEY_SCOPES, type KeyScope } from '#src/ground/access/key-rights.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Member } from '#src/ground/access/member-of-request.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import { sha256 } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { KeyPair } from '../../merchants/credentials/credential.ts';
import {
  type CredentialDeps,
  createCredentialIn,
} from '../../merchants/credentials/manage-credentials.ts';
import { findMerchantById } from '../../merchants/find-merchant.ts';
import { checkName } from '../../merchants/merchant.ts';
import {
  approveWaiting,
  deleteDeviceLogIn,
  denyWaiting,
  insertDeviceLogIn,
  type LockedDeviceLogIn,
  lockDeviceLogIn,
  selectWaiting,
  setPolled,
} from './device-log-in-store.ts';

/** Consonants without lookalikes and without words (RFC 8628, section 6.1): 20^8 codes. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;
const HALF = USER_CODE_LENGTH / 2;
const DEVICE_CODE_BYTES = 32;

const VALID_MS = 10 * MINUTE_MS;
/** How long a command waits between two requests. */
const INTERVAL_MS = 5 * SECOND_MS;
/** A request may come a little early, because networks are not even. */
const EARLY_MS = SECOND_MS;
const READ_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => scope.endsWith(':read'));

/** A log-in that has begun: the codes, in seconds how long they are valid and how often to ask. */
export interface BegunLogIn {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly expiresIn: number;
  readonly interval: number;
}

/** Begins the log-in of a command: a member must confirm it within ten minutes. */
export async function beginDeviceLogIn(
  { database, clock }: CredentialDeps,
  { clientName, address }: { clientName: string; address: string },
): Promise<BegunLogIn> {
  const [deviceCode, userCode] = [newDeviceCode(), newUserCode()];
  const now = clock.now();
  await database.transaction(async (tx) =>
    insertDeviceLogIn(tx, {
      deviceCodeSha256: digestOfDeviceCode(deviceCode),
      userCodeSha256: digestOfUserCode(userCode),
      clientName,
      address,
      createdAt: now,
      expiresAt: now + VALID_MS,
    }),
  );
  const expiresIn = VALID_MS / SECOND_MS;
  return { deviceCode, userCode, expiresIn, interval: INTERVAL_MS / SECOND_MS };
}

/** The command that waits under a code. Refuses `log_in_code_invalid`. */
export async function readDeviceLogIn(
  { database, clock }: Pick<CredentialDeps, 'database' | 'clock'>,
  userCode: string,
): Promise<{ clientName: string; address: string; expiresAt: number }> {
  const userCodeSha256 = digestOfUserCode(userCode);
  const found = await selectWaiting(database, { userCodeSha256, now: clock.now() });
  if (!found) throw new Refusal('log_in_code_invalid');
  return found;
}

export interface ChosenKey {
  readonly userCode: string;
  readonly environment: Environment;
  readonly name: string;
}

/**
 * Lets a command have a new key of the member's merchant. The key is made when the command fetches
 * it, so that its secret is never stored. Refuses `name_invalid`, `webhook_exam_required` and
 * `log_in_code_invalid`.
 */
export async function approveDeviceLogIn(
  deps: CredentialDeps,
  { userId, memberRole, merchant }: Member,
  { userCode, environment, name }: ChosenKey,
  address: string,
): Promise<void> {
  const { merchantId } = merchant;
  const keyName = name.trim();
  checkName(keyName);
  const approvedCount = await deps.database.transaction(async (tx) => {
    if (environment === 'live') await deps.checkLiveKey?.(tx, merchantId);
    return approveWaiting(tx, {
      userCodeSha256: digestOfUserCode(userCode),
      now: deps.clock.now(),
      merchantId,
      userId,
      memberRole,
      approvedFrom: address,
      environment,
      keyName,
    });
  });
  if (approvedCount === 0) throw new Refusal('log_in_code_invalid');
}

/** Refuses a command its key. Refuses `log_in_code_invalid`. */
export async function denyDeviceLogIn(
  { database, clock }: { database: Database; clock: CredentialDeps['clock'] },
  { userId, email, merchant }: Member,
  { userCode, address }: { userCode: string; address: string },
): Promise<void> {
  const now = clock.now();
  const clientName = await database.transaction(async (tx) => {
    const userCodeSha256 = digestOfUserCode(userCode);
    const denied = await denyWaiting(tx, { userCodeSha256, now });
    if (denied === undefined) return undefined;
    const by = { kind: 'merchant', id: userId, name: email, address } as const;
    const { merchantId } = merchant;
    const change = { action: 'credential.denied' as const, merchantId, subject: denied };
    recordChange(tx, by, change, now);
    return denied;
  });
  if (clientName === undefined) throw new Refusal('log_in_code_invalid');
}

/** The key of a command, or why it has none yet, by the codes of RFC 8628. */
export type FetchedKey =
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | (KeyPair & { readonly environment: Environment; readonly name: string });

/** Makes the key of a command whose log-in was approved; once. */
export async function fetchDeviceKey(
  deps: CredentialDeps,
  deviceCode: string,
): Promise<FetchedKey> {
  const deviceCodeSha256 = digestOfDeviceCode(deviceCode);
  return deps.database.transaction(async (tx): Promise<FetchedKey> => {
    const now = deps.clock.now();
    const logIn = await lockDeviceLogIn(tx, { deviceCodeSha256, now });
    if (!logIn) return 'expired_token';
    if (logIn.status === 'waiting') {
      setPolled(tx, { deviceCodeSha256, now });
      const { polledAt } = logIn;
      const isEarly = polledAt !== null && now < polledAt + INTERVAL_MS - EARLY_MS;
      return isEarly ? 'slow_down' : 'authorization_pending';
    }
    deleteDeviceLogIn(tx, { deviceCodeSha256 });
    return makeKey(deps, tx, logIn);
  });
}

async function makeKey(
  deps: CredentialDeps,
  tx: Transaction,
  logIn: LockedDeviceLogIn,
): Promise<FetchedKey> {
  const { merchantId, userId: id, environment, keyName: name, email } = logIn;
  if (merchantId === null || environment === null || name === null || email === null) {
    return 'access_denied';
  }
  const merchant = await findMerchantById(tx, merchantId);
  if (merchant?.status !== 'active') return 'access_denied';
  const by = { kind: 'merchant', id, name: email, address: logIn.approvedFrom } as const;
  // A command that is lost with its machine must not move money.
  const rights = environment === 'live' ? { scopes: READ_SCOPES } : {};
  const settings = { environment, name, rights, device: logIn.clientName };
  const pair = await createCredentialIn(deps, tx, merchant, settings, by);
  return { ...pair, environment, name };
}

/** A new code for a person, as "BCDF-GHJK". */
function newUserCode(): string {
  const letters = Array.from(
    { length: USER_CODE_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  );
  return `${letters.slice(0, HALF).join('')}-${letters.slice(HALF).join('')}`;
}

/** A new code for the command, which a person never sees. */
function newDeviceCode(): string {
  return randomBytes(DEVICE_CODE_BYTES).toString('base64url');
}

/** The digest of a code as a person types it: small letters, spaces and no dash are right too. */
function digestOfUserCode(typed: string): Buffer {
  return sha256(`device user code ${typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);
}

function digestOfDeviceCode(code: string): Buffer {
  return sha256(`device code ${code}`);
}
