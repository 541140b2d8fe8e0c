import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { deleteMailsById } from '#src/ground/mail/delete-mails.ts';
import { eraseMailRows } from './payer-mail-store.ts';

/**
 * Erases the mails to the payers of charges or subscriptions: those of the outbox are deleted,
 * planned ones are skipped. The rows keep whether and when mails were sent. The charges or
 * subscriptions are locked for update.
 */
export async function erasePayerMails(
  tx: Transaction,
  scope: LedgerScope,
  ids: readonly string[],
  at: number,
): Promise<void> {
  if (ids.length === 0) return;
  const { merchantId, environment } = scope;
  const erased = await eraseMailRows(tx, { merchantId, environment, chargeIds: ids, at });
  deleteMailsById(
    tx,
    erased.filter((id) => id !== null),
  );
}
