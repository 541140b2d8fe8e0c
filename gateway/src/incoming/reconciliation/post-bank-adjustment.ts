import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { createId } from '#src/ground/ids.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { bankAdjustment } from '#src/ledger/posting.ts';

/** Money that moved at the bank: a positive amount came in, a negative one left. */
export interface BankAdjustment {
  readonly amount: Centavos;
  readonly note: string;
}

/**
 * Books money that moved at the bank and belongs to no merchant, so that bank and ledger agree:
 * bank tariffs, earnings taken out, money put in. Merchants' balances don't change. Refuses
 * `balance_limit_reached`.
 * @returns the id of the posting's reference.
 */
export async function postBankAdjustment(
  { database, clock }: DatabaseAndClock,
  { amount, note }: BankAdjustment,
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
      throw new Error('the bank adjustment was not posted');
    }
    locked.write(at);
    const details = { amount: centavosToJson(amount), note };
    recordChange(tx, by, { action: 'bank.moved', merchantId: null, subject: id, details }, at);
  });
  return id;
}
