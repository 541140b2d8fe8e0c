import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { selectDefaultSplits, updateDefaultSplit } from './credential-store.ts';
import { lockOwnCredential } from './lock-own-credential.ts';
import type { CredentialDeps, CredentialToChange } from './manage-credentials.ts';

/** The splits of the keys of a scope that have one and are not revoked. */
export function readDefaultSplits(database: Queryable, { merchantId, environment }: LedgerScope) {
  return selectDefaultSplits(database, { merchantId, environment });
}

/**
 * Sets the split of charges whose requests can name none, with effect from the next request. The
 * caller has checked it. An empty list removes it. Refuses `credential_not_found` and
 * `sandbox_forbidden`.
 */
export async function setDefaultSplit(
  deps: Pick<CredentialDeps, 'database' | 'clock'>,
  which: CredentialToChange,
  split: readonly object[],
  by: Actor,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { caller, name } = await lockOwnCredential(tx, which);
    const { merchantId, environment, clientId } = caller;
    await updateDefaultSplit(tx, { clientId, defaultSplit: split.length === 0 ? null : split });
    const details = { environment, name, split: JSON.stringify(split) };
    const change = {
      action: 'credential.split_set' as const,
      merchantId,
      subject: clientId,
      details,
    };
    recordChange(tx, by, change, deps.clock.now());
  });
}
