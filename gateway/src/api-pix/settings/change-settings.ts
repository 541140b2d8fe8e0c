import { setDefaultSplit } from '#src/accounts/merchants/credentials/default-split.ts';
import { checkSplit } from '#src/charges/preview-split.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { type Merchant, refuseSandbox } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { pixKeyInDictForm } from '#src/ground/pix/pix-key.ts';
import { PIX_KEY_LENGTH_MAX } from '../pix-keys/own-pix-keys.ts';
import { replacePixKeys } from '../pix-keys/pix-key-store.ts';

/** The most aliases of a merchant and environment. */
export const PIX_KEYS_MAX = 20;
const PIX_KEY = /^[\x21-\x7e]+$/;

/**
 * Replaces the aliases of a merchant's Pix key: the keys that its programs send as `chave` besides
 * the operator's. Refuses `sandbox_forbidden` and `pix_keys_invalid`.
 */
export async function setPixKeys(
  { database, clock }: DatabaseAndClock,
  scope: LedgerScope & Pick<Merchant, 'isSandbox'>,
  unchecked: readonly string[],
  by: Actor,
): Promise<readonly string[]> {
  refuseSandbox(scope);
  const pixKeys = [...new Set(unchecked.map(pixKeyInDictForm))];
  const isRight = (key: string) => key.length <= PIX_KEY_LENGTH_MAX && PIX_KEY.test(key);
  if (pixKeys.length > PIX_KEYS_MAX || !pixKeys.every(isRight)) {
    throw new Refusal('pix_keys_invalid');
  }
  const { merchantId, environment } = scope;
  await database.transaction(async (tx) => {
    replacePixKeys(tx, scope, pixKeys);
    const details = { environment, pix_keys: pixKeys.join(' ') };
    const change = {
      action: 'api_pix.keys_set' as const,
      merchantId,
      subject: environment,
      details,
    };
    recordChange(tx, by, change, clock.now());
  });
  return pixKeys;
}

/**
 * Sets the split of the charges that a key makes by the Central Bank's API, whose requests can name
 * none. An empty list removes it. Refuses `credential_not_found`, `sandbox_forbidden` and the rules
 * of splits.
 */
export async function setSplitOfKey(
  deps: DatabaseAndClock,
  { merchant, ...which }: Parameters<typeof setDefaultSplit>[1] & { readonly merchant: Merchant },
  split: readonly object[],
  by: Actor,
): Promise<void> {
  await checkSplit(deps.database, merchant, split);
  await setDefaultSplit(deps, which, split, by);
}
