import type { Actor } from '#src/ground/access/actor.ts';
import { ALL_RIGHTS, type KeyRights } from '#src/ground/access/key-rights.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { type Merchant, refuseSandbox } from '#src/ground/access/merchant.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { sha256 } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { checkName } from '../merchant.ts';
import { checkRights, rightsDetails, type UncheckedRights } from './check-key-rights.ts';
import { type CredentialSummary, createKeyPair, type KeyPair } from './credential.ts';
import {
  lockCredential,
  revokeCredentialRow,
  selectCredentialSummaries,
  selectCredentials,
  updateCredentialLimit,
  upsertCredential,
} from './credential-store.ts';

/** The largest limit of a key pair, in requests a minute. */
export const RATE_LIMIT_MAX = 1_000_000;

export interface CredentialDeps extends DatabaseAndClock {
  /** Refuses a live key pair until the merchant has passed the exam that the operator requires. */
  readonly checkLiveKey?: ((tx: Transaction, merchantId: string) => Promise<void>) | undefined;
}

/** The key pair to change. If a scope is given, the key pair must belong to it. */
export interface CredentialToChange {
  readonly clientId: string;
  readonly scope?: LedgerScope | undefined;
  /** Throws if the caller may not change a key with these rights. */
  readonly checkRole?: (rights: KeyRights) => void;
}

export interface NewKeySettings {
  readonly environment: Environment;
  readonly name: string;
  readonly rights?: UncheckedRights;
  /** Throws if the caller may not create a key with these rights. */
  readonly checkRole?: (rights: KeyRights) => void;
  /** The command that gets the key, for the audit log. */
  readonly device?: string;
}

interface KeyPairOwner {
  readonly merchantId: string;
  readonly environment: Environment;
  readonly name: string;
  readonly rateLimitPerMinute: number | undefined;
  readonly rights: KeyRights;
  readonly defaultSplit?: unknown;
}

/** The key pairs of a ledger scope, also revoked ones, newest first. */
export async function listCredentials(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<CredentialSummary[]> {
  const all = await selectCredentialSummaries(database, { merchantId });
  return all.filter((credential) => credential.environment === environment);
}

/**
 * Creates a key pair, by default with every right. Only the digest of its secret is stored. Refuses
 * `sandbox_forbidden`, `name_invalid`, `key_scopes_invalid`, `key_addresses_invalid` and
 * `webhook_exam_required`.
 */
export async function createCredential(
  deps: CredentialDeps,
  merchant: Merchant,
  settings: NewKeySettings,
  by: Actor,
): Promise<KeyPair> {
  return deps.database.transaction((tx) => createCredentialIn(deps, tx, merchant, settings, by));
}

/** `createCredential` in the caller's transaction. */
export async function createCredentialIn(
  deps: CredentialDeps,
  tx: Transaction,
  merchant: Merchant,
  settings: NewKeySettings,
  by: Actor,
): Promise<KeyPair> {
  refuseSandbox(merchant);
  const name = settings.name.trim();
  checkName(name);
  const owner = {
    merchantId: merchant.merchantId,
    environment: settings.environment,
    name,
    rateLimitPerMinute: undefined,
    rights: checkRights(settings.rights ?? {}, ALL_RIGHTS),
  };
  settings.checkRole?.(owner.rights);
  const now = deps.clock.now();
  if (owner.environment === 'live') await deps.checkLiveKey?.(tx, owner.merchantId);
  const pair = await issueKeyPair(tx, owner, now);
  const { device } = settings;
  const change = { ...owner, clientId: pair.clientId, action: 'credential.created' as const };
  recordKeyPair(tx, by, device === undefined ? change : { ...change, device }, now);
  return pair;
}

/**
 * Replaces a key pair by a new one with the same name, limit and rights, in one transaction: the
 * next request with the old secret, on any process, is refused. Refuses `credential_not_found` and
 * `sandbox_forbidden`.
 */
export async function rotateCredential(
  deps: CredentialDeps,
  which: CredentialToChange,
  by: Actor,
): Promise<KeyPair> {
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const owner = await endKeyPair(tx, which, now);
    const pair = await issueKeyPair(tx, owner, now);
    const change = { ...owner, clientId: which.clientId, action: 'credential.rotated' as const };
    recordKeyPair(tx, by, { ...change, successor: pair.clientId }, now);
    return pair;
  });
}

/** Revokes a key pair for ever. Refuses `credential_not_found` and `sandbox_forbidden`. */
export async function revokeCredential(
  deps: CredentialDeps,
  which: CredentialToChange,
  by: Actor,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const owner = await endKeyPair(tx, which, now);
    recordKeyPair(
      tx,
      by,
      { ...owner, clientId: which.clientId, action: 'credential.revoked' },
      now,
    );
  });
}

async function endKeyPair(
  tx: Transaction,
  { clientId, scope, checkRole }: CredentialToChange,
  now: number,
): Promise<KeyPairOwner> {
  const credential = await lockCredential(tx, clientId);
  if (!credential) throw new Refusal('credential_not_found');
  const { merchantId, environment, rateLimitPerMinute, defaultSplit } = credential.caller;
  const isOwn =
    scope === undefined || (scope.merchantId === merchantId && scope.environment === environment);
  if (!isOwn) throw new Refusal('credential_not_found');
  refuseSandbox(credential.caller);
  checkRole?.(credential.rights);
  const revokedCount = await revokeCredentialRow(tx, { clientId, at: now });
  if (revokedCount === 0) throw new Refusal('credential_not_found');
  const { name, rights } = credential;
  return { merchantId, environment, name, rateLimitPerMinute, rights, defaultSplit };
}

function recordKeyPair(
  tx: Transaction,
  by: Actor,
  change: KeyPairOwner & {
    clientId: string;
    action: AuditAction;
    successor?: string;
    device?: string;
  },
  at: number,
): void {
  const { action, merchantId, environment, name, clientId: subject, successor, device } = change;
  const details = {
    environment,
    name,
    ...rightsDetails(change.rights),
    ...(successor !== undefined && { successor }),
    ...(device !== undefined && { device }),
  };
  recordChange(tx, by, { action, merchantId, subject, details }, at);
}

/**
 * Sets a key pair's own limit, in requests a minute. Refuses `rate_limit_invalid` and
 * `credential_not_found`.
 */
export async function setCredentialLimit(
  deps: CredentialDeps,
  clientId: string,
  limitPerMinute: number,
  by: Actor,
): Promise<void> {
  const isValid =
    Number.isSafeInteger(limitPerMinute) && limitPerMinute >= 1 && limitPerMinute <= RATE_LIMIT_MAX;
  if (!isValid) throw new Refusal('rate_limit_invalid');
  await deps.database.transaction(async (tx) => {
    const [credential] = await selectCredentials(tx, { clientIds: [clientId] });
    const setCount = await updateCredentialLimit(tx, { clientId, limitPerMinute });
    if (!credential || setCount === 0) throw new Refusal('credential_not_found');
    const { merchantId, environment } = credential.caller;
    const details = { environment, per_minute: limitPerMinute };
    const change = {
      action: 'credential.limited' as const,
      merchantId,
      subject: clientId,
      details,
    };
    recordChange(tx, by, change, deps.clock.now());
  });
}

/** Inserts or updates the sandbox's published key pair. */
export async function ensurePublishedCredential(
  tx: Transaction,
  pair: KeyPair,
  settings: { merchantId: string; name: string; createdAt: number },
): Promise<void> {
  await upsertCredential(tx, {
    ...settings,
    clientId: pair.clientId,
    environment: 'test',
    secretSha256: sha256(pair.clientSecret),
    rateLimitPerMinute: undefined,
    rights: ALL_RIGHTS,
  });
}

/** Revokes all keys of a merchant. */
export async function revokeAllCredentials(
  tx: Transaction,
  merchantId: string,
  at: number,
): Promise<void> {
  for (const { clientId, revokedAt } of await selectCredentialSummaries(tx, { merchantId })) {
    if (revokedAt === null) await revokeCredentialRow(tx, { clientId, at });
  }
}

async function issueKeyPair(tx: Transaction, owner: KeyPairOwner, at: number): Promise<KeyPair> {
  const pair = createKeyPair(owner.environment);
  await upsertCredential(tx, {
    ...owner,
    clientId: pair.clientId,
    secretSha256: sha256(pair.clientSecret),
    createdAt: at,
  });
  return pair;
}
