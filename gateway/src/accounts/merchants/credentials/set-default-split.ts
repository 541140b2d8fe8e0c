import type { Actor } from '#src/ground/access/actor.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { lockCredential, updateDefaultSplit } from './credential-store.ts';
import type { CredentialDeps, CredentialToChange } from './manage-credentials.ts';

/**
 * Sets the split of charges whose requests can name none, with effect from the next request. The
 * caller has checked it. An empty list removes it. Refuses `credential_not_found` and
 * `sandbox_forbidden`.
 */
export async function setDefaultSplit(
  deps: Pick<CredentialDeps, 'database' | 'clock'>,
  { clientId, scope, checkRole }: CredentialToChange,
  split: readonly object[],
  by: Actor,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const credential = await lockCredential(tx, clientId);
    if (!credential) throw new Refusal('credential_not_found');
    const { merchantId, environment } = credential.caller;
    const isOwn =
      scope === undefined || (scope.merchantId === merchantId && scope.environment === environment);
    if (!isOwn) throw new Refusal('credential_not_found');
    refuseSandbox(credential.caller);
    checkRole?.(credential.rights);
    await updateDefaultSplit(tx, clientId, split);
    const details = { environment, name: credential.name, split: JSON.stringify(split) };
    const change = { action: 'credential.split_set', merchantId, subject: clientId, details };
    recordChange(tx, by, change, deps.clock.now());
  });
}
