import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  dueQueue,
  many,
  maybeOne,
  mergedBy,
  paramsOf,
  rowsOf,
  run,
  type Shape,
  type Sql,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAsideAt, type WorkKind } from '#src/ground/work/set-aside.ts';
import { HELD, HELD_KEY, LIVE_KEY, type Order, REVERSED, UNANSWERED } from './order.ts';
import type { StuckOrder } from './order-resolutions.ts';

/** A table of orders to a bank, with its parts of the statements. Conditions begin with `and`. */
export interface OrderTable<Of extends Order> {
  readonly kind: 'payout' | 'refund';
  readonly table: 'payouts' | 'refunds';
  /** The fields of a row, and the order that is made of them. */
  readonly row: Shape<Of>;
  readonly alias: 'p' | 'r';
  /** The column with the instant at which the bank did the order. */
  readonly doneAt: 'paid_at' | 'done_at';
  /** The column with the bank's id of an order that it did. */
  readonly bankId: 'end_to_end_id' | 'return_id';
  /** The column `end_to_end_id`. */
  readonly endToEndId: f.Field<string | null>;
  /** The payee of an order `o` and its identifiers at the bank. */
  readonly payee: {
    readonly columns: string;
    readonly join: string;
    readonly pixKey: f.Field<string | null>;
    readonly chargeId: f.Field<string | null>;
  };
  /** Conditions to send an order `o` at the parameter `at`. */
  readonly maySend: Sql;
  /** Conditions for an order to wait for nothing but the bank since before `before`. */
  readonly waitsForBank: Sql;
}

/** The statements about the orders of one table. The store of the table keeps them. */
export type Orders<Of extends Order = Order> = ReturnType<typeof ordersOf<Of>>;

/** The state that earlier attempts left. */
const STATE = {
  uncertainAt: f.orNull(f.instant),
  isKnownAtBank: f.bool,
  withdrawnCode: f.orNull(f.text),
  withdrawnMessage: f.orNull(f.text),
};

const $ = paramsOf({
  ...LIVE_KEY,
  at: f.instant,
  limit: f.count,
  afterId: f.uuid,
  /** The present end of a claim. */
  claim: f.instant,
  /** The end of a new claim. */
  until: f.instant,
  nextAt: f.instant,
  nextCheckAt: f.orNull(f.instant),
  isRepeat: f.bool,
  uncertainAt: STATE.uncertainAt,
  isKnownAtBank: STATE.isKnownAtBank,
  from: f.instant,
  to: f.instant,
  createdFrom: f.instant,
  before: f.instant,
  sentUntil: f.instant,
  bankId: f.orNull(f.text),
});

/** Makes the statements about the orders of a table. */
export function ordersOf<Of extends Order>(order: OrderTable<Of>) {
  const { kind, table } = order;
  return {
    kind,
    ...stepStatements(order),
    ...checkStatements(order),
    ...listStatements(order),
    ...heldStatements(table),
    ...stuckStatements(order),
    ...resolutionStatements(order),
  };
}

/**
 * The queue of due orders, and the SQL of a claim: it moves the due instant to `until`. At that
 * instant the claim expires, so that another worker claims the order after a crash.
 */
function dueOrdersOf(
  { table, alias, row }: OrderTable<Order>,
  claim: Readonly<Record<'queue' | 'where' | 'due' | 'count', string>> & {
    readonly work: WorkKind;
  },
) {
  const { queue, work, where, due, count } = claim;
  const dueRows = sql`from ${table}
      where ${where} and ${due} <= ${$.at} and ${isNotSetAsideAt(work, `${table}.id`, $.at)}`;
  return {
    queue: dueQueue({ name: queue }, sql`select ${dueRows}`),
    claim: sql`update ${table} ${alias} set ${due} = ${$.until},
      ${count} = ${alias}.${count} + 1
    where (${alias}.merchant_id, ${alias}.environment, ${alias}.id) in (
      select merchant_id, environment, id ${dueRows}
      order by ${due} limit ${$.limit} for update skip locked
    ) returning ${f.columnsOf(row.fields, alias)}, ${alias}.${count}`,
  };
}

function stepStatements<Of extends Order>(order: OrderTable<Of>) {
  const { kind, table, row, alias, maySend } = order;
  const { queue, claim } = dueOrdersOf(order, {
    queue: `live-${table}`,
    work: kind,
    where: "status = 'pending' and environment = 'live'",
    due: 'due_at',
    count: 'send_count',
  });
  return {
    queue,
    /**
     * Claims due orders until `until`. The claim's end identifies the claim: a worker that finds
     * another end has lost the order.
     */
    claim: many(
      `${table}_claim_live`,
      shaped({ ...row.fields, ...STATE }, (claimed) => {
        const { uncertainAt, isKnownAtBank, withdrawnCode, withdrawnMessage, ...fields } = claimed;
        return {
          order: row.resultOf(fields as never),
          uncertainAt,
          isKnownAtBank,
          withdrawn:
            withdrawnCode === null
              ? null
              : { code: withdrawnCode, message: withdrawnMessage ?? '' },
        };
      }),
      sql`${claim}, ${alias}.uncertain_at, ${alias}.is_known_at_bank, ${alias}.withdrawn_code,
        ${alias}.withdrawn_message`,
      HERE,
    ),
    /** Writes that an attempt to send begins; 0 when the order may not be sent now. */
    begin: countRows(
      `${table}_begin_attempt`,
      sql`update ${table} o set uncertain_at = ${$.at}
        where o.merchant_id = ${$.merchantId} and o.environment = 'live' and o.id = ${$.id}
          and o.status = 'pending'
          and o.due_at = ${$.claim} and o.held_at is null ${maySend}
          and (o.released_at is not null or not exists (
            select from merchants m where m.merchant_id = o.merchant_id and m.status = 'suspended'
          ))
        returning o.id`,
    ),
    // A call-back during the step has set another time: that time stays.
    /** Writes the progress of an order after a step that has not ended it. */
    saveProgress: run(
      `${table}_save_progress`,
      sql`update ${table} set is_known_at_bank = is_known_at_bank or ${$.isKnownAtBank},
          uncertain_at = case when due_at = ${$.claim} then ${$.uncertainAt} else uncertain_at end,
          due_at = case when due_at = ${$.claim} then ${$.nextAt} else due_at end
        where merchant_id = ${$.merchantId} and environment = 'live' and id = ${$.id}
          and status = 'pending'`,
    ),
    /** Withdraws the orders that the bank may have, and returns their ids. */
    withdraw: many(
      `${table}_withdraw`,
      { id: f.uuid },
      sql`update ${table} o set status = 'pending', withdrawn_code = key.code,
          withdrawn_message = key.message, held_at = null, due_at = ${$.at}
        from ${rowsOf('unsent', 'key', { ...f.SCOPE, id: f.uuid, code: f.text, message: f.text })}
        where (o.merchant_id, o.environment, o.id) = (key.merchant_id, key.environment, key.id)
          and o.status in ('pending', 'awaiting_approval')
          and (o.uncertain_at is not null or o.is_known_at_bank)
        returning o.id`,
    ),
  };
}

function checkStatements<Of extends Order>(order: OrderTable<Of>) {
  const { kind, table, row } = order;
  const { queue: checkQueue, claim } = dueOrdersOf(order, {
    queue: `${kind}-checks`,
    work: `${kind}_check`,
    where: "environment = 'live'",
    due: 'check_due_at',
    count: 'check_count',
  });
  return {
    checkQueue,
    /** Claims due checks; `checkCount` counts the checks in a row without an answer. */
    claimChecks: many(
      `${table}_claim_checks`,
      shaped({ ...row.fields, checkCount: f.count }, ({ checkCount, ...fields }) => ({
        order: row.resultOf(fields as never),
        checkCount,
      })),
      claim,
      HERE,
    ),
    // A call-back during the check has set another time than the claim's end: that time stays.
    endCheck: run(
      `${table}_end_check`,
      sql`update ${table} set check_due_at = ${$.nextCheckAt},
          check_count = case when ${$.isRepeat} then check_count else 0 end
        where merchant_id = ${$.merchantId} and environment = 'live' and id = ${$.id}
          and check_due_at = ${$.claim}`,
    ),
  };
}

function listStatements<Of extends Order>(order: OrderTable<Of>) {
  const { kind, table, row, alias, doneAt, waitsForBank } = order;
  const rows = `select ${f.columnsOf(row.fields, alias)} from ${table} ${alias}`;
  const isLive = `${alias}.environment = 'live'`;
  return {
    // A failed order has no column for its end: the instant of its posting is used.
    ended: many(
      `${table}_live_ended`,
      row,
      sql`${rows} where ${isLive} and ${alias}.${doneAt} >= ${$.from}
          and ${alias}.${doneAt} < ${$.to}
        union all
        ${rows} join ledger_postings l on (l.merchant_id, l.environment, l.reference_id)
          = (${alias}.merchant_id, ${alias}.environment, ${alias}.id)
          and l.kind in ('${kind}_failed', '${kind}_resolution_reversed')
        where ${isLive} and ${alias}.status = 'failed'
          and ${alias}.created_at >= ${$.createdFrom} and ${alias}.created_at < ${$.to}
          and l.created_at >= ${$.from} and l.created_at < ${$.to}`,
      EACH_BUCKET,
    ),
    /**
     * The live orders that were in transit at `from`: the bank may have taken their money, and the
     * ledger had not booked it. These are the orders at the bank now, and those done since.
     */
    outbound: many(
      `${table}_live_outbound`,
      row,
      sql`${rows} where ${isLive} and ${alias}.status = 'pending'
          and ${alias}.uncertain_at is not null
        union all
        ${rows} where ${isLive} and ${alias}.${doneAt} >= ${$.from}`,
      EACH_BUCKET,
    ),
    /** The orders that were resolved in a period and that the bank has not confirmed. */
    unconfirmed: many(
      `${table}_unconfirmed`,
      shaped({ ...row.fields, resolvedAt: REVERSED.resolvedAt }, ({ resolvedAt: _, ...fields }) =>
        row.resultOf(fields as never),
      ),
      sql`select ${f.columnsOf(row.fields, alias)}, ${alias}.resolved_at from ${table} ${alias}
        where ${alias}.resolution in ('paid', 'not_paid')
          and ${alias}.resolution_confirmed_at is null
          and ${alias}.resolved_at >= ${$.from} and ${alias}.resolved_at < ${$.to}
        order by ${alias}.resolved_at limit ${$.limit}`,
      mergedBy('resolved_at', 'ascending', $.limit),
    ),
    countStuck: many(
      `${table}_count_stuck`,
      { stuck: f.bigint },
      sql`select count(*) as stuck from (
          select from ${table}
          where status = 'pending' and environment = 'live' and held_at is null
            and created_at < ${$.before} ${waitsForBank}
          limit ${$.limit}
        ) found`,
      EACH_BUCKET,
    ),
  };
}

function heldStatements(table: OrderTable<Order>['table']) {
  const key = f.columnsOf(HELD_KEY, 'o');
  return {
    // An order that a worker has begun to send is never held: its attempt is in uncertain_at.
    hold: run(
      `${table}_hold`,
      sql`update ${table} o set held_at = ${$.at}, due_at = 'infinity' from merchants m
        where m.status = 'suspended' and o.merchant_id = m.merchant_id and o.status = 'pending'
          and o.environment = 'live' and o.uncertain_at is null and o.held_at is null
          and o.released_at is null`,
      EACH_BUCKET,
    ),
    releaseReinstated: run(
      `${table}_release_reinstated`,
      sql`update ${table} o set held_at = null, due_at = ${$.at} from merchants m
        where o.status = 'pending' and o.held_at is not null and m.merchant_id = o.merchant_id
          and m.status <> 'suspended'`,
      EACH_BUCKET,
    ),
    releaseHeld: maybeOne(
      `${table}_release_held`,
      HELD_KEY,
      sql`update ${table} o set held_at = null, released_at = ${$.at}, due_at = ${$.at}
        where o.id = ${$.id} and o.status = 'pending' and o.held_at is not null returning ${key}`,
      EACH_BUCKET,
    ),
    lockHeld: maybeOne(
      `${table}_lock_held`,
      HELD_KEY,
      sql`select ${key} from ${table} o
        where o.id = ${$.id} and o.status = 'pending' and o.held_at is not null for update`,
      EACH_BUCKET,
    ),
    listHeld: many(
      `${table}_list_held`,
      HELD,
      sql`select ${key}, o.created_at, o.held_at, m.username
        from ${table} o join merchants m on m.merchant_id = o.merchant_id
        where o.status = 'pending' and o.held_at is not null and o.id > ${$.afterId}
        order by o.id limit ${$.limit}`,
      mergedBy('id', 'ascending', $.limit),
    ),
  };
}

function stuckStatements({ table, payee, endToEndId, waitsForBank }: OrderTable<Order>) {
  const stuck = sql`select o.merchant_id, o.environment, o.id, o.amount_centavos, o.created_at,
      o.uncertain_at, o.is_known_at_bank, o.end_to_end_id, m.username, m.name as merchant_name,
      ${payee.columns}
    from ${table} o join merchants m on m.merchant_id = o.merchant_id ${payee.join}
    where o.status = 'pending' and o.environment = 'live' and o.uncertain_at is not null
      and o.uncertain_at <= ${$.sentUntil}`;
  const row = shaped(
    {
      ...HELD_KEY,
      username: f.text,
      merchantName: f.text,
      payeeName: f.text,
      payeeDocument: f.text,
      pixKey: payee.pixKey,
      chargeId: payee.chargeId,
      endToEndId,
      createdAt: f.instant,
      uncertainAt: f.neverNull(f.instant),
      isKnownAtBank: STATE.isKnownAtBank,
    },
    ({ payeeName: name, payeeDocument: document, ...fields }): StuckOrder => ({
      ...fields,
      payee: { name, document },
    }),
  );
  return {
    /** The orders that `countStuck` counts, oldest first. */
    listUnanswered: many(
      `${table}_list_unanswered`,
      { ...UNANSWERED, endToEndId },
      sql`select o.id, o.amount_centavos, o.created_at, o.send_count, o.uncertain_at,
          o.is_known_at_bank, o.end_to_end_id, m.username
        from ${table} o join merchants m on m.merchant_id = o.merchant_id
        where o.status = 'pending' and o.environment = 'live' and o.held_at is null
          and o.created_at < ${$.before} ${waitsForBank}
        order by o.id limit ${$.limit}`,
      mergedBy('id', 'ascending', $.limit),
    ),
    /** The orders that were last sent at `sentUntil` or before, after an id, oldest first. */
    listStuck: many(
      `${table}_list_stuck`,
      row,
      sql`${stuck} and o.id > ${$.afterId} order by o.id limit ${$.limit}`,
      mergedBy('id', 'ascending', $.limit),
    ),
    // The worker that asks the bank waits for this lock before it settles or sends again.
    /** Locks a stuck order; undefined when no order of the id is stuck. */
    lockStuck: maybeOne(
      `${table}_lock_stuck`,
      row,
      sql`${stuck} and o.id = ${$.id} for update of o`,
      EACH_BUCKET,
    ),
    countLive: countRows(
      `${table}_exists_live`,
      sql`select o.id from ${table} o where o.environment = 'live' and o.id = ${$.id}`,
      EACH_BUCKET,
    ),
  };
}

function resolutionStatements({ table, bankId }: OrderTable<Order>) {
  const reversed = 'o.merchant_id, o.id, o.amount_centavos, o.resolved_at';
  return {
    confirm: run(
      `${table}_confirm_resolution`,
      sql`update ${table} set resolution_confirmed_at = ${$.at},
          ${bankId} = coalesce(${$.bankId}, ${bankId})
        where merchant_id = ${$.merchantId} and environment = 'live' and id = ${$.id}
          and resolution is not null and resolution_confirmed_at is null`,
    ),
    /** The reversed orders that no operator has seen, after an id, oldest first. */
    listReversed: many(
      `${table}_list_reversed`,
      REVERSED,
      sql`select ${reversed}, m.username
        from ${table} o join merchants m on m.merchant_id = o.merchant_id
        where o.resolution = 'reversed' and o.reversal_seen_at is null and o.id > ${$.afterId}
        order by o.id limit ${$.limit}`,
      mergedBy('id', 'ascending', $.limit),
    ),
    /** Marks a reversal as seen; undefined when no unseen one has this id. */
    markSeen: maybeOne(
      `${table}_reversal_seen`,
      REVERSED,
      sql`update ${table} o set reversal_seen_at = ${$.at} from merchants m
        where o.id = ${$.id} and o.resolution = 'reversed' and o.reversal_seen_at is null
          and m.merchant_id = o.merchant_id
        returning ${reversed}, m.username`,
      EACH_BUCKET,
    ),
  };
}
