import { type Centavos, centavos, sumCentavos } from '#src/money/centavos.ts';
import { txidFromId } from '#src/pix/txid.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { DAY_MS } from '#src/platform/durations.ts';
import type { RefundStatus } from './refund.ts';
import type { RefundRow } from './refund-store.ts';
import { selectEnded, selectOfPayments, selectOutbound } from './refunds-at-bank-store.ts';

/** For how long a bank may make a refund wait before it fails. */
const FAILS_WITHIN_MS = 90 * DAY_MS;

/** A live refund as a bank is asked of it. */
export interface RefundAtBank {
  readonly id: string;
  /** Its id at the bank. */
  readonly bankId: string;
  /** Of the payment that is given back. */
  readonly endToEndId: string;
  readonly status: RefundStatus;
  readonly amount: Centavos;
}

/** Live refunds that ended from an instant to another, the second excluded; in no order. */
export async function readEndedRefunds(
  database: Queryable,
  { from, to }: { from: number; to: number },
): Promise<RefundAtBank[]> {
  const createdFrom = new Date(from - FAILS_WITHIN_MS);
  const rows = await selectEnded(database, { from: new Date(from), to: new Date(to), createdFrom });
  return rows.map(refundAtBank);
}

/**
 * How much of refunds the bank may have taken while the ledger's bank account still had it at an
 * instant: of those at the bank now, and those that were done since.
 */
export async function sumOutboundRefunds(database: Queryable, since: number): Promise<Centavos> {
  const rows = await selectOutbound(database, new Date(since));
  return sumCentavos(rows.map((row) => centavos(row.amount_centavos)));
}

/** The ids at the bank of every live refund of some payments. */
export async function readRefundIdsOf(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectOfPayments(database, endToEndIds);
  return new Set(rows.map(({ id }) => txidFromId(id)));
}

function refundAtBank(row: RefundRow): RefundAtBank {
  return {
    id: row.id,
    bankId: txidFromId(row.id),
    endToEndId: row.end_to_end_id,
    status: row.status,
    amount: centavos(row.amount_centavos),
  };
}
