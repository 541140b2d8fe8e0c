import type { Actor } from '#src/access/actor.ts';
import type { Environment, LedgerScope } from '#src/access/ledger-scope.ts';
import { checkName, type Merchant, refuseSandbox } from '#src/access/merchant.ts';
import { recordChange } from '#src/audit/record-change.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database/database.ts';
import { sha256 } from '#src/platform/encryption/encryption.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { createKeyPair, type KeyPair } from './credential.ts';
import {
  revokeCredentialRow,
  selectCredentials,
  updateCredentialLimit,
  upsertCredential,
} from './credential-store.ts';

const RATE_LIMIT_MAX = 1_000_000;

export interface CredentialDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Which key pair; with a book it must be of that book, as a merchant's own have to be. */
export interface CredentialToChange {
  readonly clientId: string;
  readonly scope?: LedgerScope | undefined;
}

interface KeyPairOwner {
  readonly merchantId: string;
  readonly environment: Environment;
  readonly name: string;
  readonly rateLimitPerMinute: number | undefined;
}

/** Creates a key pair. The secret is in the answer and nowhere else: only its digest is kept. */
export async function createCredential(
  deps: CredentialDeps,
  merchant: Merchant,
  settings: { environment: Environment; name: string },
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
  };
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const pair = await issueKeyPair(tx, owner, now);
    recordKeyPair(tx, by, { ...owner, clientId: pair.clientId, action: 'credential.created' }, now);
    return pair;
  });
}

/**
 * Replaces a key pair by a new one with the same name and limit. Both happen in one transaction:
 * the next request with the old secret, on any process, is refused.
 */
export async function rotateCredential(
  deps: CredentialDeps,
  { clientId, scope }: CredentialToChange,
  by: Actor,
): Promise<KeyPair> {
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const owner = await endKeyPair(tx, { clientId, scope }, now);
    const pair = await issueKeyPair(tx, owner, now);
    const change = { ...owner, clientId, action: 'credential.rotated' };
    recordKeyPair(tx, by, { ...change, successor: pair.clientId }, now);
    return pair;
  });
}

/** Revokes a key pair for good. */
export async function revokeCredential(
  deps: CredentialDeps,
  { clientId, scope }: CredentialToChange,
  by: Actor,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const owner = await endKeyPair(tx, { clientId, scope }, now);
    recordKeyPair(tx, by, { ...owner, clientId, action: 'credential.revoked' }, now);
  });
}

async function endKeyPair(
  tx: Transaction,
  { clientId, scope }: CredentialToChange,
  now: number,
): Promise<KeyPairOwner> {
  const [credential] = await selectCredentials(tx, [clientId]);
  if (!credential) throw new Refusal('credential_not_found');
  const { merchantId, environment, rateLimitPerMinute } = credential.caller;
  const isOwn =
    scope === undefined || (scope.merchantId === merchantId && scope.environment === environment);
  if (!isOwn) throw new Refusal('credential_not_found');
  refuseSandbox(credential.caller);
  const isRevoked = await revokeCredentialRow(tx, clientId, now);
  if (!isRevoked) throw new Refusal('credential_not_found');
  return { merchantId, environment, name: credential.name, rateLimitPerMinute };
}

function recordKeyPair(
  tx: Transaction,
  by: Actor,
  change: KeyPairOwner & { clientId: string; action: string; successor?: string },
  at: number,
): void {
  const { action, merchantId, environment, name, clientId: subject, successor } = change;
  const details = { environment, name, ...(successor !== undefined && { successor }) };
  recordChange(tx, by, { action, merchantId, subject, details }, at);
}

/** Gives a key pair a limit of its own, in requests a minute. */
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
    const [credential] = await selectCredentials(tx, [clientId]);
    const isSet = await updateCredentialLimit(tx, clientId, limitPerMinute);
    if (!credential || !isSet) throw new Refusal('credential_not_found');
    const { merchantId, environment } = credential.caller;
    const details = { environment, per_minute: limitPerMinute };
    const change = { action: 'credential.limited', merchantId, subject: clientId, details };
    recordChange(tx, by, change, deps.clock.now());
  });
}

/** Keeps a pair whose values are published, the sandbox's: the same at every start. */
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
  });
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
