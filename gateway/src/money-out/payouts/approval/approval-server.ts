import { randomBytes } from 'node:crypto';
import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { checkTargetUrl, type TargetRules } from '#src/ground/http/http-client.ts';
import { createId } from '#src/ground/ids.ts';
import { deleteServer, saveServer, selectServer } from './approval-server-store.ts';
import type { ApprovalServer } from './payout-approval.ts';

const URL_LENGTH_MAX = 2048;
const SECRET_BYTES = 32;

export interface ApprovalServerDeps extends DatabaseAndClock {
  readonly secretBox: SecretBox;
  readonly targetRules: TargetRules;
}

/**
 * Sets the server that approves a scope's payouts, with a new secret. Only the returned value has
 * the secret in clear. Refuses `webhook_url_invalid`.
 */
export async function setApprovalServer(
  { database, clock, secretBox, targetRules }: ApprovalServerDeps,
  scope: LedgerScope,
  unchecked: string,
  by: Actor,
): Promise<ApprovalServer & { readonly secret: string }> {
  const url = unchecked.trim();
  const isAllowed = url.length <= URL_LENGTH_MAX && checkTargetUrl(url, targetRules) === 'ok';
  if (!isAllowed) throw new Refusal('webhook_url_invalid');
  const createdAt = clock.now();
  const id = createId(createdAt);
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  await database.transaction(async (tx) => {
    const { merchantId, environment } = scope;
    const sealedSecret = secretBox.seal(secret, id);
    saveServer(tx, { merchantId, environment, id, url, createdAt, sealedSecret });
    const details = { environment, url };
    const change = { action: 'approval_server.set' as const, merchantId, subject: id, details };
    recordChange(tx, by, change, createdAt);
  });
  return { id, url, createdAt, secret };
}

/** Removes the server of a scope: its members approve. Does nothing when it has none. */
export async function removeApprovalServer(
  { database, clock }: Pick<ApprovalServerDeps, 'database' | 'clock'>,
  scope: LedgerScope,
  by: Actor,
): Promise<void> {
  const { merchantId, environment } = scope;
  await database.transaction(async (tx) => {
    const deleted = await deleteServer(tx, scope);
    if (!deleted) return;
    const { url } = deleted;
    const details = { environment, url };
    const change = {
      action: 'approval_server.removed' as const,
      merchantId,
      subject: merchantId,
      details,
    };
    recordChange(tx, by, change, clock.now());
  });
}

/** The server of a scope; undefined when its members approve. */
export async function readApprovalServer(
  database: Queryable,
  scope: LedgerScope,
): Promise<ApprovalServer | undefined> {
  const server = await selectServer(database, scope);
  return server && { id: server.id, url: server.url, createdAt: server.createdAt };
}
