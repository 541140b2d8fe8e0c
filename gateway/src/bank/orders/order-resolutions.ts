import type { Queryable, Statement, Transaction } from '#src/ground/database/database.ts';
import {
  bucketOfMerchant,
  EACH_BUCKET,
  eachBucketBy,
} from '#src/ground/database/statement-place.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';

/** The operators' decision about an order for which the bank gives no result. */
export type Resolution = 'paid' | 'not_paid';

/** A resolution in the order's row; `reversed`: resolved as paid, then the bank said "not paid". */
export type StoredResolution = Resolution | 'reversed';

/** The failure of an order that operators resolved as not paid. */
export const NOT_PAID_FAILURE = {
  code: 'not_paid_at_bank',
  message: 'A operação da plataforma verificou com o banco que o Pix não foi feito.',
};

/** The statements about the resolutions of one table. The store of the table keeps them. */
export type ResolutionStatements = ReturnType<typeof resolutionStatements>;

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

/** The SQL for an order's payee and its identifiers at the bank, by table. */
const PAYEES = {
  payouts: {
    columns: `o.beneficiary_name as payee_name, o.beneficiary_document as payee_document,
      o.pix_key, null::uuid as charge_id`,
    join: '',
  },
  refunds: {
    columns: `c.payer_name as payee_name, c.payer_document as payee_document,
      null as pix_key, o.charge_id`,
    join: `join charges c on c.merchant_id = o.merchant_id and c.environment = o.environment
      and c.id = o.charge_id`,
  },
} as const;

/** Makes the statements about stuck and resolved orders of a table. */
export function resolutionStatements(table: 'payouts' | 'refunds') {
  const statement = (name: string, text: string, place = EACH_BUCKET): Statement => ({
    ...{ name: `${table}_${name}`, place, text },
  });
  const stuck = `select o.merchant_id, o.environment, o.id, o.amount_centavos, o.created_at,
      o.uncertain_at, o.is_known_at_bank, o.end_to_end_id, m.username, m.name as merchant_name,
      ${PAYEES[table].columns}
    from ${table} o join merchants m on m.merchant_id = o.merchant_id ${PAYEES[table].join}
    where o.status = 'pending' and o.environment = 'live' and o.uncertain_at is not null
      and o.uncertain_at <= $1`;
  const bankId = table === 'payouts' ? 'end_to_end_id' : 'return_id';
  const reversed = `o.merchant_id, o.id, o.amount_centavos, o.resolved_at`;
  return {
    listStuck: statement(
      'list_stuck',
      `${stuck} and o.id > $2 order by o.id limit $3`,
      eachBucketBy('id', 'ascending', 3),
    ),
    // The worker that asks the bank waits for this lock before it settles or sends again.
    lockStuck: statement('lock_stuck', `${stuck} and o.id = $2 for update of o`),
    isKnown: statement(
      'exists_live',
      `select o.id from ${table} o where o.environment = 'live' and o.id = $1`,
    ),
    confirm: statement(
      'confirm_resolution',
      `update ${table} set resolution_confirmed_at = $3,
          ${bankId} = coalesce($4, ${bankId})
        where merchant_id = $1 and environment = 'live' and id = $2
          and resolution is not null and resolution_confirmed_at is null`,
      bucketOfMerchant(1),
    ),
    listReversed: statement(
      'list_reversed',
      `select ${reversed}, m.username
        from ${table} o join merchants m on m.merchant_id = o.merchant_id
        where o.resolution = 'reversed' and o.reversal_seen_at is null and o.id > $1
        order by o.id limit $2`,
      eachBucketBy('id', 'ascending', 2),
    ),
    markSeen: statement(
      'reversal_seen',
      `update ${table} o set reversal_seen_at = $2 from merchants m
        where o.id = $1 and o.resolution = 'reversed' and o.reversal_seen_at is null
          and m.merchant_id = o.merchant_id
        returning ${reversed}, m.username`,
    ),
  };
}

/** Returns the reads and locks of stuck and reversed orders of a table. */
export function stuckOrdersOf(statements: ResolutionStatements) {
  return {
    /** Reads the orders that were last sent at `sentUntil` or before, after an id, oldest first. */
    async list(
      database: Queryable,
      page: { readonly sentUntil: number; readonly afterId: string; readonly limit: number },
    ): Promise<StuckOrder[]> {
      const values = [new Date(page.sentUntil), page.afterId, page.limit];
      return (await database.query<StuckRow>(statements.listStuck, values)).map(stuckOf);
    },
    /** Locks a stuck order; undefined when no order of the id is stuck. */
    async lock(
      tx: Transaction,
      { id, sentUntil }: { readonly id: string; readonly sentUntil: number },
    ): Promise<StuckOrder | undefined> {
      const [row] = await tx.query<StuckRow>(statements.lockStuck, [new Date(sentUntil), id]);
      return row && stuckOf(row);
    },
    /** Whether there is a live order with this id. */
    async exists(database: Queryable, id: string): Promise<boolean> {
      return (await database.query(statements.isKnown, [id])).length > 0;
    },
    /** Reads the reversed orders that no operator has seen, after an id, oldest first. */
    async listReversed(
      database: Queryable,
      { afterId, limit }: { readonly afterId: string; readonly limit: number },
    ): Promise<ReversedOrder[]> {
      const rows = await database.query<ReversedRow>(statements.listReversed, [afterId, limit]);
      return rows.map(reversedOf);
    },
    /** Marks a reversal as seen; undefined when no unseen one has this id. */
    async markSeen(
      tx: Transaction,
      { id, at }: { readonly id: string; readonly at: Date },
    ): Promise<ReversedOrder | undefined> {
      const [row] = await tx.query<ReversedRow>(statements.markSeen, [id, at]);
      return row && reversedOf(row);
    },
  };
}

/** The bank's confirmation of a resolution. */
export interface Confirmation {
  readonly merchantId: string;
  readonly id: string;
  readonly at: Date;
  /** The bank's end-to-end id or return id, which replaces that of the operators. */
  readonly bankId: string | null;
}

/** Saves that the bank confirmed the resolution; does nothing when it is saved already. */
export async function confirmResolution(
  database: Queryable,
  { confirm }: ResolutionStatements,
  { merchantId, id, at, bankId }: Confirmation,
): Promise<void> {
  await database.query(confirm, [merchantId, id, at, bankId]);
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
