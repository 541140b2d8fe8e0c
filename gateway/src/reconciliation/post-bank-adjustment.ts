import type { Actor } from '#src/access/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { bankAdjustment } from '#src/ledger/posting.ts';
import { type Centavos, centavosToJson } from '#src/money/centavos.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { createId } from '#src/platform/ids.ts';

/** What moved at the bank: positive when it came in, negative when it left, and why. */
export interface Movement {
  readonly amount: Centavos;
  readonly note: string;
}

/**
 * Books what moved at the bank and is no merchant's, so that bank and ledger agree: tariffs,
 * earnings that were taken out, money that was put in. Merchants' balances don't change.
 * @returns the id of the movement.
 */
export async function postBankAdjustment(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { amount, note }: Movement,
  by: Actor,
): Promise<string> {
  const at = clock.now();
  const id = createId(at);
  const scope = { merchantId: PLATFORM_MERCHANT_ID, environment: 'live' } as const;
  await database.transaction(async (tx) => {
    const locked = await lockForPosting(tx, [
      { ...scope, isSandbox: false, accounts: [accounts.bank, accounts.operator] },
    ]);
    if (!locked.add(bankAdjustment({ ...scope, referenceId: id }, amount))) {
      throw new Error('a movement of the operator was not posted');
    }
    locked.write(at);
    const details = { amount: centavosToJson(amount), note };
    recordChange(tx, by, { action: 'bank.moved', merchantId: null, subject: id, details }, at);
  });
  return id;
}
