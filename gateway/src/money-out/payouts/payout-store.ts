import type { Resolution, StoredResolution } from '#src/bank/orders/order-resolutions.ts';
import type { OrderEnd } from '#src/bank/orders/send-orders.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { bindToClock, DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type IdPage, idPageRows, selectIdPages } from '#src/ground/database/id-pages.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { PixKeyType } from '#src/ground/pix/pix-key.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import type { Payout, PayoutStatus } from './payout.ts';

export interface PayoutRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly external_id: string | null;
  readonly status: PayoutStatus;
  readonly amount_centavos: bigint;
  readonly fee_centavos: bigint;
  readonly pix_key: string;
  readonly pix_key_type: PixKeyType;
  readonly beneficiary_name: string;
  readonly beneficiary_document: string;
  readonly beneficiary_id: string | null;
  readonly webhook_url: string | null;
  readonly event_count: bigint;
  readonly client_id: string | null;
  readonly created_at: number;
  readonly paid_at: number | null;
  readonly end_to_end_id: string | null;
  readonly returned_centavos: bigint;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly is_late: boolean;
  readonly held_at: number | null;
  readonly stopped_at: number | null;
  readonly waits_until: number | null;
  readonly due_at: number | null;
  readonly is_counted: boolean;
  readonly resolution: StoredResolution | null;
}

export interface PayoutKey extends LedgerScope {
  readonly id: string;
}

export const PAYOUT_COLUMNS = `p.merchant_id, p.environment, p.id, p.external_id, p.status,
  p.amount_centavos, p.fee_centavos, p.pix_key, p.pix_key_type, p.beneficiary_name,
  p.beneficiary_document, p.beneficiary_id, p.returned_centavos,
  p.webhook_url, p.client_id, p.event_count, p.created_at, p.paid_at, p.end_to_end_id,
  p.failure_code, p.failure_message, p.is_late, p.held_at, p.stopped_at, p.resolution,
  p.waits_until, p.due_at, p.is_counted`;
const KEY_COLUMNS = 'merchant_id uuid, environment text, id uuid';
const SAME_KEY =
  '(p.merchant_id, p.environment, p.id) = (key.merchant_id, key.environment, key.id)';

const SELECT = {
  name: 'payouts_select',
  text: `select ${PAYOUT_COLUMNS} from json_to_recordset($1) as key (${KEY_COLUMNS})
    join payouts p on ${SAME_KEY}`,
};
const LIST = {
  name: 'payouts_list',
  text: `select ${PAYOUT_COLUMNS} from payouts p
    where merchant_id = $1 and environment = $2 and id < $3 and id >= $4
      and ($5::text is null or status = $5) and ($6::text is null or external_id = $6)
    order by id desc limit $7`,
};
const LIST_PAGES = {
  name: 'payouts_list_pages',
  text: selectIdPages(PAYOUT_COLUMNS, 'payouts p'),
};
const DUE = `from payouts p where status = 'pending' and environment = 'test' and due_at <= $1
      and ${isNotSetAside('payout', 'p.id')}`;
const SELECT_DUE = {
  name: 'payouts_select_due',
  place: HERE,
  text: `select ${PAYOUT_COLUMNS} ${DUE} order by due_at limit $2`,
};
export const DUE_PAYOUTS: DueQueue = { name: 'due-payouts', due: `select ${DUE}` };
const SELECT_PENDING = {
  name: 'payouts_select_pending',
  text: `select ${PAYOUT_COLUMNS} from payouts p
    where merchant_id = $1 and environment = $2 and status = 'pending' order by id`,
};
// A payout ends once: a second update finds no row.
const MARK_SETTLED = {
  name: 'payouts_mark_settled',
  text: `update payouts p set status = key.next_status, due_at = null,
      paid_at = case when key.next_status = 'paid' then $2::timestamptz end,
      check_due_at = case
        when key.resolution is not null then $3::timestamptz
        when key.returns_at is not null then key.returns_at
        when key.next_status = 'paid' and p.environment = 'live' then $4::timestamptz
        when key.is_watched then $3::timestamptz end,
      end_to_end_id = key.end_to_end_id, failure_code = key.failure_code,
      failure_message = key.failure_message, event_count = p.event_count + 1,
      resolution = key.resolution,
      resolved_at = case when key.resolution is not null then $2::timestamptz end
    from json_to_recordset($1) as key (${KEY_COLUMNS}, next_status text, end_to_end_id text,
      failure_code text, failure_message text, claim timestamptz, is_watched boolean,
      resolution text, from_status text, returns_at timestamptz)
    where ${SAME_KEY} and p.status = key.from_status
      and (key.claim is null or p.due_at = key.claim)
    returning ${PAYOUT_COLUMNS}`,
};

function keyRow(key: PayoutKey) {
  return { merchant_id: key.merchantId, environment: key.environment, id: key.id };
}

/** Selects payouts by their keys, in no order. */
export function selectPayouts(
  database: Queryable,
  keys: readonly PayoutKey[],
): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(SELECT, [JSON.stringify(keys.map(keyRow))]);
}

/** Selects one page of the payouts of a ledger scope, newest first. */
export function selectPayoutPage(database: Queryable, values: unknown[]): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(LIST, values);
}

/** Selects many pages of payouts, in no order; `page` is the index of a row's page. */
export async function selectPayoutPages(
  database: Queryable,
  pages: readonly IdPage[],
): Promise<(PayoutRow & { readonly page: number })[]> {
  const values = idPageRows(pages);
  return values === undefined ? [] : database.query(LIST_PAGES, [values]);
}

/** Selects pending payouts of the test environment that are due to be settled. */
export function selectDuePayouts(
  database: Queryable,
  at: Date,
  limit: number,
): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(SELECT_DUE, [at, limit]);
}

/** Selects all pending payouts of a ledger scope. */
export function selectPendingPayouts(
  database: Queryable,
  scope: LedgerScope,
): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(SELECT_PENDING, [scope.merchantId, scope.environment]);
}

/** How a payout ended. */
export interface PayoutOutcome extends PayoutKey, OrderEnd {
  readonly status: 'paid' | 'failed';
  readonly endToEndId: string | null;
  readonly failure: Payout['failure'];
  /** Set when operators decided this outcome: a later answer of the bank may reverse it. */
  readonly resolution?: Resolution;
  /** When the simulated bank sends the money of a paid payout back (milliseconds). */
  readonly returnsAt?: number | undefined;
  /** It was awaiting an approval, and was rejected. */
  readonly isUnapproved?: boolean;
}

/** Writes outcomes, and returns the payouts that were pending. */
export function markPayoutsSettled(
  tx: Transaction,
  outcomes: readonly PayoutOutcome[],
  at: Date,
): Promise<PayoutRow[]> {
  const rows = outcomes
    .map((outcome) => ({
      ...keyRow(outcome),
      next_status: outcome.status,
      end_to_end_id: outcome.endToEndId,
      failure_code: outcome.failure?.code ?? null,
      failure_message: outcome.failure?.message ?? null,
      claim: outcome.claim ?? null,
      is_watched: outcome.isWatched === true,
      resolution: outcome.resolution ?? null,
      from_status: outcome.isUnapproved ? 'awaiting_approval' : 'pending',
      returns_at: outcome.returnsAt === undefined ? null : returnTime(tx, outcome.returnsAt),
    }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  bindToClock(
    tx,
    outcomes.flatMap(({ merchantId, id, returnsAt: dueAt }) =>
      dueAt === undefined ? [] : [{ merchantId, kind: 'payout_return' as const, id, dueAt }],
    ),
  );
  return tx.query<PayoutRow>(MARK_SETTLED, [
    JSON.stringify(rows),
    at,
    new Date(at.getTime() + HOUR_MS),
    new Date(at.getTime() + DAY_MS),
  ]);
}

/** The due time of a return. By a test clock it is one that real-time work never selects. */
function returnTime(tx: Transaction, at: number): Date | typeof DUE_BY_CLOCK {
  return tx.testTime ? DUE_BY_CLOCK : new Date(at);
}

/** The payout of a row. */
export function payoutFromRow(row: PayoutRow): Payout {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    externalId: row.external_id,
    status: row.status,
    amount: centavos(row.amount_centavos),
    fee: centavos(row.fee_centavos),
    pixKey: row.pix_key,
    pixKeyType: row.pix_key_type,
    beneficiary: { name: row.beneficiary_name, document: row.beneficiary_document },
    beneficiaryId: row.beneficiary_id,
    webhookUrl: row.webhook_url,
    clientId: row.client_id,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    endToEndId: row.end_to_end_id,
    returned: centavos(row.returned_centavos),
    isLate: row.is_late,
    heldFor: row.status === 'pending' ? heldFor(row) : null,
    resolution: row.resolution,
    failure:
      row.failure_code === null
        ? null
        : { code: row.failure_code, message: row.failure_message ?? '' },
  };
}

// A worker moves the due instant on when the wait is over, so that no clock is needed here.
function heldFor(row: PayoutRow): Payout['heldFor'] {
  if (row.held_at !== null) return 'account_suspended';
  if (row.stopped_at !== null) return 'payouts_stopped';
  const { waits_until: waitsUntil, due_at: dueAt } = row;
  return waitsUntil !== null && dueAt === waitsUntil ? 'new_destination' : null;
}
