import type { Resolution, StoredResolution } from '#src/bank/orders/order-resolutions.ts';
import type { OrderEnd } from '#src/bank/orders/send-orders.ts';
import type { RefundStatus, TransactionKey } from '#src/charges/charge.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { bindToClock, DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import type { Refund } from './refund.ts';

export interface RefundRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly charge_id: string;
  readonly status: RefundStatus;
  readonly amount_centavos: bigint;
  readonly origin_centavos: bigint;
  readonly merchant_absorbs: boolean;
  readonly reason: string | null;
  readonly client_id: string | null;
  readonly end_to_end_id: string;
  readonly created_at: number;
  readonly done_at: number | null;
  readonly return_id: string | null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly held_at: number | null;
  readonly resolution: StoredResolution | null;
}

export const REFUND_COLUMNS = `r.merchant_id, r.environment, r.id, r.charge_id, r.status,
  r.amount_centavos, r.origin_centavos, r.merchant_absorbs, r.reason, r.client_id, r.end_to_end_id,
  r.created_at, r.done_at, r.return_id, r.failure_code, r.failure_message, r.held_at,
  r.resolution`;
const KEY_COLUMNS = 'merchant_id uuid, environment text, id uuid';
const SAME_KEY =
  '(r.merchant_id, r.environment, r.id) = (key.merchant_id, key.environment, key.id)';
const OF_CHARGE =
  '(r.charge_id, r.merchant_id, r.environment) = (key.id, key.merchant_id, key.environment)';

const INSERT = {
  name: 'refunds_insert',
  text: `insert into refunds (merchant_id, environment, id, charge_id, status, amount_centavos,
      origin_centavos, merchant_absorbs, reason, end_to_end_id, created_at, due_at, client_id)
    select merchant_id, environment, id, charge_id, 'pending', amount_centavos,
      origin_centavos, merchant_absorbs, reason, end_to_end_id, created_at, due_at, client_id
    from json_to_recordset($1) as row (${KEY_COLUMNS}, charge_id uuid, amount_centavos bigint,
      origin_centavos bigint, merchant_absorbs boolean, reason text, end_to_end_id text,
      created_at timestamptz, due_at timestamptz, client_id text)`,
};
const INSERT_ALLOCATIONS = {
  name: 'refund_allocations_insert',
  text: `insert into refund_allocations (merchant_id, environment, refund_id, recipient_id,
      amount_centavos)
    select merchant_id, environment, refund_id, recipient_id, amount_centavos
    from json_to_recordset($1) as row (merchant_id uuid, environment text, refund_id uuid,
      recipient_id uuid, amount_centavos bigint)`,
};
const SELECT = {
  name: 'refunds_select',
  text: `select ${REFUND_COLUMNS} from json_to_recordset($1) as key (${KEY_COLUMNS})
    join refunds r on ${SAME_KEY}`,
};
const SELECT_OF_CHARGES = {
  name: 'refunds_select_of_charges',
  text: `select ${REFUND_COLUMNS} from json_to_recordset($1) as key (${KEY_COLUMNS})
    join refunds r on ${OF_CHARGE} order by r.id`,
};
const SELECT_ALLOCATIONS = {
  name: 'refund_allocations_select',
  text: `select p.refund_id, p.recipient_id, p.amount_centavos, s.username
    from json_to_recordset($1) as key (${KEY_COLUMNS}, charge_id uuid)
    join refund_allocations p on (p.merchant_id, p.environment, p.refund_id)
      = (key.merchant_id, key.environment, key.id)
    join charge_splits s on (s.merchant_id, s.environment, s.charge_id, s.recipient_id)
      = (key.merchant_id, key.environment, key.charge_id, p.recipient_id)
    order by p.refund_id, s.position`,
};
const DUE = `from refunds r where status = 'pending' and environment = 'test' and due_at <= $1
      and ${isNotSetAside('refund', 'r.id')}`;
const SELECT_DUE = {
  name: 'refunds_select_due',
  place: HERE,
  text: `select ${REFUND_COLUMNS} ${DUE} order by due_at limit $2`,
};
export const DUE_REFUNDS: DueQueue = { name: 'due-refunds', due: `select ${DUE}` };
const SELECT_PENDING = {
  name: 'refunds_select_pending',
  text: `select ${REFUND_COLUMNS} from refunds r
    where merchant_id = $1 and environment = $2 and status = 'pending' order by id`,
};
// A refund ends once: a second update finds no row.
const MARK_ENDED = {
  name: 'refunds_mark_ended',
  text: `update refunds r set status = key.next_status, due_at = null,
      done_at = case when key.next_status = 'done' then $2::timestamptz end,
      return_id = key.return_id, failure_code = key.failure_code,
      failure_message = key.failure_message,
      check_due_at = case when key.is_watched or key.resolution is not null
        then $3::timestamptz end,
      resolution = key.resolution,
      resolved_at = case when key.resolution is not null then $2::timestamptz end
    from json_to_recordset($1) as key (${KEY_COLUMNS}, next_status text, return_id text,
      failure_code text, failure_message text, claim timestamptz, is_watched boolean,
      resolution text)
    where ${SAME_KEY} and r.status = 'pending' and (key.claim is null or r.due_at = key.claim)
    returning ${REFUND_COLUMNS}`,
};

function keyRow(key: TransactionKey) {
  return { merchant_id: key.merchantId, environment: key.environment, id: key.id };
}

/** Sends the inserts of refunds and allocations, each due to be settled or sent at `dueAt`. */
export function insertRefunds(
  tx: Transaction,
  refunds: readonly { readonly refund: Refund; readonly dueAt: Date }[],
): void {
  if (refunds.length === 0) return;
  const rows = refunds.map(({ refund, dueAt }) => ({
    ...keyRow(refund),
    charge_id: refund.chargeId,
    amount_centavos: refund.amount.toString(),
    origin_centavos: refund.originAmount.toString(),
    merchant_absorbs: refund.merchantAbsorbs,
    reason: refund.reason,
    client_id: refund.clientId,
    end_to_end_id: refund.endToEndId,
    created_at: new Date(refund.createdAt),
    due_at: tx.testTime ? DUE_BY_CLOCK : dueAt,
  }));
  tx.send(INSERT, [JSON.stringify(rows)]);
  bindToClock(
    tx,
    refunds.map(({ refund: { merchantId, id }, dueAt }) => ({
      merchantId,
      kind: 'refund',
      id,
      dueAt: dueAt.getTime(),
    })),
  );
  const allocations = refunds.flatMap(({ refund }) =>
    refund.allocations.map(({ recipientId, amount }) => ({
      merchant_id: refund.merchantId,
      environment: refund.environment,
      refund_id: refund.id,
      recipient_id: recipientId,
      amount_centavos: amount.toString(),
    })),
  );
  if (allocations.length > 0) tx.send(INSERT_ALLOCATIONS, [JSON.stringify(allocations)]);
}

/** Selects refunds by their keys, in no order. */
export function selectRefunds(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<RefundRow[]> {
  return database.query<RefundRow>(SELECT, [JSON.stringify(keys.map(keyRow))]);
}

/** Selects the refunds of charges, oldest first. */
export function selectRefundsOf(
  database: Queryable,
  charges: readonly TransactionKey[],
): Promise<RefundRow[]> {
  return database.query<RefundRow>(SELECT_OF_CHARGES, [JSON.stringify(charges.map(keyRow))]);
}

export interface AllocationRow extends Record<string, unknown> {
  readonly refund_id: string;
  readonly recipient_id: string;
  readonly username: string;
  readonly amount_centavos: bigint;
}

/** Selects the allocations of refunds, in the order of the charge's shares. */
export function selectAllocations(
  database: Queryable,
  refunds: readonly RefundRow[],
): Promise<AllocationRow[]> {
  const keys = refunds.map(({ merchant_id, environment, id, charge_id }) => ({
    merchant_id,
    environment,
    id,
    charge_id,
  }));
  return database.query<AllocationRow>(SELECT_ALLOCATIONS, [JSON.stringify(keys)]);
}

/** Selects pending refunds of the test environment that are due to be settled. */
export function selectDueRefunds(
  database: Queryable,
  at: Date,
  limit: number,
): Promise<RefundRow[]> {
  return database.query<RefundRow>(SELECT_DUE, [at, limit]);
}

/** Selects all pending refunds of a ledger scope. */
export function selectPendingRefunds(
  database: Queryable,
  scope: LedgerScope,
): Promise<RefundRow[]> {
  return database.query<RefundRow>(SELECT_PENDING, [scope.merchantId, scope.environment]);
}

/** How a refund ended. */
export interface RefundOutcome extends TransactionKey, OrderEnd {
  readonly status: Exclude<RefundStatus, 'pending'>;
  readonly returnId: string | null;
  readonly failure: Refund['failure'];
  /** Set when operators decided this outcome: a later answer of the bank may reverse it. */
  readonly resolution?: Resolution;
}

/** Writes outcomes, and returns the refunds that were pending. */
export function markRefundsEnded(
  tx: Transaction,
  outcomes: readonly RefundOutcome[],
  at: Date,
): Promise<RefundRow[]> {
  const rows = outcomes
    .map((outcome) => ({
      ...keyRow(outcome),
      next_status: outcome.status,
      return_id: outcome.returnId,
      failure_code: outcome.failure?.code ?? null,
      failure_message: outcome.failure?.message ?? null,
      claim: outcome.claim ?? null,
      is_watched: outcome.isWatched === true,
      resolution: outcome.resolution ?? null,
    }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  return tx.query<RefundRow>(MARK_ENDED, [
    JSON.stringify(rows),
    at,
    new Date(at.getTime() + HOUR_MS),
  ]);
}
