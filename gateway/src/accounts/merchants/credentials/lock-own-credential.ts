import { refuseSandbox } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Credential, lockCredential } from './credential-store.ts';
import type { CredentialToChange } from './manage-credentials.ts';

/**
 * Locks the key pair that a caller wants to change. Refuses `credential_not_found` for one that is
 * unknown, revoked or of another scope, `sandbox_forbidden`, and what `checkRole` refuses.
 */
export async function lockOwnCredential(
  tx: Transaction,
  { clientId, scope, checkRole }: CredentialToChange,
): Promise<Credential> {
  const credential = await lockCredential(tx, clientId);
  if (!credential) throw new Refusal('credential_not_found');
  const { merchantId, environment } = credential.caller;
  const isOwn =
    scope === undefined || (scope.merchantId === merchantId && scope.environment === environment);
  if (!isOwn) throw new Refusal('credential_not_found');
  refuseSandbox(credential.caller);
  checkRole?.(credential.rights);
  return credential;
}
