import type { RefundStatus } from '#src/charges/charge.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { type Centavos, centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { RefundRow } from './refund-store.ts';
import { selectEnded, selectOfPayments, selectOutbound } from './refunds-at-bank-store.ts';

/** The longest time from a refund's creation to its failure. */
const FAILS_WITHIN_MS = 90 * DAY_MS;

/** A live refund, with the ids that the bank knows. */
export interface RefundAtBank {
  readonly id: string;
  /** Its id at the bank. */
  readonly bankId: string;
  /** The end-to-end id of the payment. */
  readonly endToEndId: string;
  readonly status: RefundStatus;
  readonly amount: Centavos;
}

/** Reads live refunds that ended in a period (`to` is excluded), in no order. */
export async function readEndedRefunds(
  database: Queryable,
  { from, to }: { from: number; to: number },
): Promise<RefundAtBank[]> {
  const createdFrom = new Date(from - FAILS_WITHIN_MS);
  const rows = await selectEnded(database, { from: new Date(from), to: new Date(to), createdFrom });
  return rows.map(refundAtBank);
}

/**
 * The sum of the live refunds that were in transit at an instant: the bank may have taken their
 * money, and the ledger had not booked it. These are the refunds at the bank now, and those done
 * since.
 */
export async function sumOutboundRefunds(database: Queryable, since: number): Promise<Centavos> {
  const rows = await selectOutbound(database, new Date(since));
  return sumCentavos(rows.map((row) => centavos(row.amount_centavos)));
}

/** Reads the bank's ids of all live refunds of payments. */
export async function readRefundIdsOf(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectOfPayments(database, endToEndIds);
  return new Set(rows.map(({ id }) => txidFromId(id)));
}

/** The refund of a row, with the ids that the bank knows. */
export function refundAtBank(row: RefundRow): RefundAtBank {
  return {
    id: row.id,
    bankId: txidFromId(row.id),
    endToEndId: row.end_to_end_id,
    status: row.status,
    amount: centavos(row.amount_centavos),
  };
}
