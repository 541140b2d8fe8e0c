import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';

const ERASE = {
  name: 'refunds_erase_reasons',
  text: `update refunds set reason = null
    where charge_id = any($3::uuid[]) and merchant_id = $1 and environment = $2
      and reason is not null`,
};

/** Sends the update that removes the reasons of the refunds of charges. */
export function writeErasedReasons(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
): void {
  tx.send(ERASE, [merchantId, environment, chargeIds]);
}
