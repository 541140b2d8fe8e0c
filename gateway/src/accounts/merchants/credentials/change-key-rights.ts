import type { Actor } from '#src/ground/access/actor.ts';
import type { KeyRights } from '#src/ground/access/key-rights.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { checkRights, rightsDetails, type UncheckedRights } from './check-key-rights.ts';
import { lockCredential, updateCredentialRights } from './credential-store.ts';
import type { CredentialDeps, CredentialToChange } from './manage-credentials.ts';

/**
 * Changes the scopes and addresses of a key pair, with effect from the next request on any process.
 * Refuses `credential_not_found`, `sandbox_forbidden`, `key_scopes_invalid` and
 * `key_addresses_invalid`.
 */
export async function changeKeyRights(
  deps: CredentialDeps,
  { clientId, scope, checkRole }: CredentialToChange,
  change: UncheckedRights,
  by: Actor,
): Promise<KeyRights> {
  return deps.database.transaction(async (tx) => {
    const credential = await lockCredential(tx, clientId);
    if (!credential) throw new Refusal('credential_not_found');
    const { merchantId, environment } = credential.caller;
    const isOwn =
      scope === undefined || (scope.merchantId === merchantId && scope.environment === environment);
    if (!isOwn) throw new Refusal('credential_not_found');
    refuseSandbox(credential.caller);
    const rights = checkRights(change, credential.rights);
    checkRole?.(credential.rights);
    checkRole?.(rights);
    await updateCredentialRights(tx, { ...rights, clientId });
    const details = { environment, name: credential.name, ...rightsDetails(rights) };
    const recorded = {
      action: 'credential.rights_changed' as const,
      merchantId,
      subject: clientId,
      details,
    };
    recordChange(tx, by, recorded, deps.clock.now());
    return rights;
  });
}
