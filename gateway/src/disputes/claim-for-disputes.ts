import { claimContested } from './dispute-book.ts';
import { selectDisputesToClaim } from './dispute-store.ts';
import { changeDisputes, type DisputeDeps } from './write-disputes.ts';

const DISPUTES_AT_ONCE = 100;

/**
 * Claims the rest of contested amounts that open disputes could not claim before, because a pending
 * refund or another dispute had it; meanwhile the refund has failed or the claim was released.
 * @returns whether there may be more.
 */
export async function claimForDisputes(deps: DisputeDeps): Promise<boolean> {
  const rows = await selectDisputesToClaim(deps.database, { limit: DISPUTES_AT_ONCE });
  if (rows.length === 0) return false;
  const ids = new Set(rows.map(({ id }) => id));
  const charges = rows.map((row) => {
    const { merchant_id: merchantId, environment, charge_id: id } = row;
    return { merchantId, environment, id };
  });
  const now = deps.clock.now();
  await deps.database.transaction((tx) =>
    changeDisputes(tx, deps, { charges, now }, (book) => {
      for (const charge of book.charges.values()) {
        for (const dispute of charge.disputes) {
          const isWanted = ids.has(dispute.row.id) && dispute.row.closed_at === null;
          if (isWanted) claimContested(book, charge, dispute);
        }
      }
    }),
  );
  return rows.length === DISPUTES_AT_ONCE;
}
