import type { StoredResolution } from '#src/bank/orders/order-resolutions.ts';
import * as f from '#src/ground/database/fields.ts';
import { idPagesOf } from '#src/ground/database/id-pages.ts';
import {
  keepPlan,
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  rowsOf,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { PixKeyType } from '#src/ground/pix/pix-key.ts';
import type { Payout, PayoutStatus } from './payout.ts';

export const PAYOUT_KEY = { ...f.SCOPE, id: f.uuid };
export const PAYOUT_ROW = {
  ...PAYOUT_KEY,
  externalId: f.orNull(f.text),
  status: f.textOf<PayoutStatus>(),
  amount: f.inColumn('amount_centavos', f.centavos),
  fee: f.inColumn('fee_centavos', f.centavos),
  pixKey: f.text,
  pixKeyType: f.textOf<PixKeyType>(),
  beneficiaryName: f.text,
  beneficiaryDocument: f.text,
  beneficiaryId: f.orNull(f.uuid),
  returned: f.inColumn('returned_centavos', f.centavos),
  webhookUrl: f.orNull(f.text),
  clientId: f.orNull(f.text),
  eventCount: f.count,
  createdAt: f.instant,
  paidAt: f.orNull(f.instant),
  endToEndId: f.orNull(f.text),
  failureCode: f.orNull(f.text),
  failureMessage: f.orNull(f.text),
  isLate: f.bool,
  heldAt: f.orNull(f.instant),
  stoppedAt: f.orNull(f.instant),
  resolution: f.orNull(f.textOf<StoredResolution>()),
  waitsUntil: f.orNull(f.instant),
  dueAt: f.orNull(f.instant),
  isCounted: f.bool,
};
type PayoutRow = f.RecordOf<typeof PAYOUT_ROW>;

export const PAYOUT_COLUMNS = f.columnsOf(PAYOUT_ROW, 'p');
export const PAYOUT = shaped(PAYOUT_ROW, payoutOf);
export const SAME_PAYOUT =
  '(p.merchant_id, p.environment, p.id) = (key.merchant_id, key.environment, key.id)';

/** The facts that decide when an accepted payout is sent. Instants in milliseconds since 1970. */
const OUTCOME = {
  status: PAYOUT_ROW.status,
  heldAt: PAYOUT_ROW.heldAt,
  waitsUntil: PAYOUT_ROW.waitsUntil,
};
export type OutcomeFacts = f.RecordOf<typeof OUTCOME>;

const $ = paramsOf({
  ...PAYOUT_ROW,
  batchId: f.uuid,
  fromId: f.uuid,
  countMax: f.count,
  limit: f.count,
});
const OUTCOME_COLUMNS = 'p.status, p.held_at, p.waits_until';

/** Payouts by their keys, in no order. */
export const selectPayouts = many(
  'payouts_select',
  PAYOUT,
  keepPlan(sql`select ${PAYOUT_COLUMNS} from ${rowsOf('keys', 'key', PAYOUT_KEY)}
    join payouts p on ${SAME_PAYOUT}`),
);

/** One page of the payouts of a ledger scope, newest first. A filter that is null is none. */
export const selectPayoutPage = many(
  'payouts_list',
  PAYOUT,
  sql`select ${PAYOUT_COLUMNS} from payouts p
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id < ${$.id.as('beforeId')} and id >= ${$.fromId}
      and (${param('status', f.orNull(f.text))}::text is null
        or status = ${param('status', f.orNull(f.text))})
      and (${$.externalId}::text is null or external_id = ${$.externalId})
    order by id desc limit ${$.limit}`,
);

/** Many pages of payouts, in no order; `page` is the index of a row's page. */
export const selectPayoutPages = many(
  'payouts_list_pages',
  shaped({ page: f.int, ...PAYOUT_ROW }, ({ page, ...row }) => ({ page, payout: payoutOf(row) })),
  idPagesOf(PAYOUT_COLUMNS, 'payouts p'),
);

/** All pending payouts of a ledger scope. */
export const selectPendingPayouts = many(
  'payouts_select_pending',
  PAYOUT,
  sql`select ${PAYOUT_COLUMNS} from payouts p
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and status = 'pending' order by id`,
);

/** Live payouts by their ids, of all merchants. */
export const selectLive = many(
  'payouts_live_by_ids',
  PAYOUT,
  sql`select ${PAYOUT_COLUMNS} from payouts p where p.environment = 'live'
    and p.id = any(${param('ids', f.listOf(f.uuid))})`,
  EACH_BUCKET,
);

// An approval is never deleted, so it says in which status its payout was created.
/** Payouts by their keys, with the status of their creation, in no order. */
export const selectCreatedPayouts = many(
  'payout_answers_select',
  shaped({ ...PAYOUT_ROW, wasAwaiting: f.bool }, ({ wasAwaiting, ...row }) => {
    const status = wasAwaiting ? 'awaiting_approval' : 'pending';
    return { ...payoutOf(row), status, isLate: false } satisfies Payout;
  }),
  sql`select ${PAYOUT_COLUMNS}, exists (
      select from payout_approvals a
      where (a.merchant_id, a.environment, a.payout_id) = (p.merchant_id, p.environment, p.id)
    ) as was_awaiting
    from ${rowsOf('keys', 'key', PAYOUT_KEY)}
    join payouts p
      on ${SAME_PAYOUT}`,
);

/** The facts of a payout; undefined when there is none. */
export const selectOutcome = maybeOne(
  'payout_outcome_select',
  OUTCOME,
  sql`select ${OUTCOME_COLUMNS} from payouts p
    where merchant_id = ${$.merchantId} and environment = ${$.environment} and id = ${$.id}`,
);

/** The facts of the payout of a confirmed batch that waits longest: it stands for all. */
export const selectOutcomeOfBatch = maybeOne(
  'payout_outcome_select_of_batch',
  OUTCOME,
  sql`select ${OUTCOME_COLUMNS} from payouts p
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and batch_id = ${$.batchId}
    order by status = 'awaiting_approval' desc, status = 'pending' desc,
      waits_until desc nulls last limit 1`,
);

/** Which of the external ids are in use, and by which payouts (`id`). */
export const selectExternalIds = many(
  'payouts_select_external_ids',
  { ...f.SCOPE, externalId: f.neverNull(f.text), id: f.uuid },
  sql`select p.merchant_id, p.environment, p.external_id, p.id from payouts p
    where not p.is_external_id_released and (p.merchant_id, p.environment, p.external_id) in (
      select merchant_id, environment, external_id
      from ${rowsOf('payouts', 'row', { ...f.SCOPE, externalId: PAYOUT_ROW.externalId })}
    )`,
);

/** Counts failed payouts from an id on, at most `countMax`. */
export const countFailed = one(
  'payouts_count_failed',
  { count: f.count },
  sql`select count(*) as count from (
      select from payouts
      where status = 'failed' and merchant_id = ${$.merchantId}
        and environment = ${$.environment} and id >= ${$.fromId}
      limit ${$.countMax}
    ) failed`,
);

/** The payout of a row. */
export function payoutOf(row: PayoutRow): Payout {
  const { beneficiaryName, beneficiaryDocument, failureCode, failureMessage } = row;
  return {
    merchantId: row.merchantId,
    environment: row.environment,
    id: row.id,
    externalId: row.externalId,
    status: row.status,
    amount: row.amount,
    fee: row.fee,
    pixKey: row.pixKey,
    pixKeyType: row.pixKeyType,
    beneficiary: { name: beneficiaryName, document: beneficiaryDocument },
    beneficiaryId: row.beneficiaryId,
    webhookUrl: row.webhookUrl,
    clientId: row.clientId,
    createdAt: row.createdAt,
    paidAt: row.paidAt,
    endToEndId: row.endToEndId,
    returned: row.returned,
    isLate: row.isLate,
    heldFor: row.status === 'pending' ? heldFor(row) : null,
    resolution: row.resolution,
    failure: failureCode === null ? null : { code: failureCode, message: failureMessage ?? '' },
  };
}

// A worker moves the due instant on when the wait is over, so that no clock is needed here.
function heldFor({ heldAt, stoppedAt, waitsUntil, dueAt }: PayoutRow): Payout['heldFor'] {
  if (heldAt !== null) return 'account_suspended';
  if (stoppedAt !== null) return 'payouts_stopped';
  return waitsUntil !== null && dueAt === waitsUntil ? 'new_destination' : null;
}
