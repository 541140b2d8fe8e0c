import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { Orders } from './order-statements.ts';

/** The operators' decision about an order for which the bank gives no result. */
export type Resolution = 'paid' | 'not_paid';

/** A resolution in the order's row; `reversed`: resolved as paid, then the bank said "not paid". */
export type StoredResolution = Resolution | 'reversed';

/** The failure of an order that operators resolved as not paid. */
export const NOT_PAID_FAILURE = {
  code: 'not_paid_at_bank',
  message: 'A operação da plataforma verificou com o banco que o Pix não foi feito.',
};

/** A live payout or refund that may be at the bank and has no result. Instants in milliseconds. */
export interface StuckOrder {
  readonly merchantId: string;
  readonly environment: 'live';
  readonly id: string;
  readonly amount: Centavos;
  /** The username of its merchant. */
  readonly username: string;
  readonly merchantName: string;
  /** The beneficiary of a payout, or the payer of the refunded payment. */
  readonly payee: { readonly name: string; readonly document: string };
  /** The key that a payout goes to; null for a refund. */
  readonly pixKey: string | null;
  /** The charge that is refunded; null for a payout. */
  readonly chargeId: string | null;
  /** Of the payout, when the bank has reported it; for a refund, of the refunded payment. */
  readonly endToEndId: string | null;
  readonly createdAt: number;
  /** When it was last sent. */
  readonly uncertainAt: number;
  /** Whether the bank has ever returned the order. */
  readonly isKnownAtBank: boolean;
}

/** An order whose resolution the bank has reversed, and no operator has seen it yet. */
export interface ReversedOrder {
  readonly merchantId: string;
  readonly id: string;
  readonly amount: Centavos;
  readonly username: string;
  readonly resolvedAt: number;
}

interface StuckRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: 'live';
  readonly id: string;
  readonly amount_centavos: bigint;
  readonly username: string;
  readonly merchant_name: string;
  readonly payee_name: string;
  readonly payee_document: string;
  readonly pix_key: string | null;
  readonly charge_id: string | null;
  readonly end_to_end_id: string | null;
  readonly created_at: number;
  readonly uncertain_at: number;
  readonly is_known_at_bank: boolean;
}

interface ReversedRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly id: string;
  readonly amount_centavos: bigint;
  readonly username: string;
  readonly resolved_at: number;
}

/** Returns the reads and locks of stuck and reversed orders of a table. */
export function stuckOrdersOf(orders: Orders) {
  return {
    /** Reads the orders that were last sent at `sentUntil` or before, after an id, oldest first. */
    async list(
      database: Queryable,
      page: { readonly sentUntil: number; readonly afterId: string; readonly limit: number },
    ): Promise<StuckOrder[]> {
      const values = [new Date(page.sentUntil), page.afterId, page.limit];
      return (await database.query<StuckRow>(orders.listStuck, values)).map(stuckOf);
    },
    /** Locks a stuck order; undefined when no order of the id is stuck. */
    async lock(
      tx: Transaction,
      { id, sentUntil }: { readonly id: string; readonly sentUntil: number },
    ): Promise<StuckOrder | undefined> {
      const [row] = await tx.query<StuckRow>(orders.lockStuck, [new Date(sentUntil), id]);
      return row && stuckOf(row);
    },
    /** Whether there is a live order with this id. */
    async exists(database: Queryable, id: string): Promise<boolean> {
      return (await database.query(orders.isKnown, [id])).length > 0;
    },
    /** Reads the reversed orders that no operator has seen, after an id, oldest first. */
    async listReversed(
      database: Queryable,
      { afterId, limit }: { readonly afterId: string; readonly limit: number },
    ): Promise<ReversedOrder[]> {
      const rows = await database.query<ReversedRow>(orders.listReversed, [afterId, limit]);
      return rows.map(reversedOf);
    },
    /** Marks a reversal as seen; undefined when no unseen one has this id. */
    async markSeen(
      tx: Transaction,
      { id, at }: { readonly id: string; readonly at: Date },
    ): Promise<ReversedOrder | undefined> {
      const [row] = await tx.query<ReversedRow>(orders.markSeen, [id, at]);
      return row && reversedOf(row);
    },
  };
}

function stuckOf(row: StuckRow): StuckOrder {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    amount: centavos(row.amount_centavos),
    username: row.username,
    merchantName: row.merchant_name,
    payee: { name: row.payee_name, document: row.payee_document },
    pixKey: row.pix_key,
    chargeId: row.charge_id,
    endToEndId: row.end_to_end_id,
    createdAt: row.created_at,
    uncertainAt: row.uncertain_at,
    isKnownAtBank: row.is_known_at_bank,
  };
}

function reversedOf(row: ReversedRow): ReversedOrder {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    amount: centavos(row.amount_centavos),
    username: row.username,
    resolvedAt: row.resolved_at,
  };
}
