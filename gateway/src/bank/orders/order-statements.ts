import type { Statement } from '#src/ground/database/database.ts';
import {
  bucketOfMerchant,
  EACH_BUCKET,
  eachBucketBy,
  HERE,
  type Place,
} from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside, type WorkKind } from '#src/ground/work/set-aside.ts';

/** A table of orders to a bank, with its parts of the statements. Conditions begin with `and`. */
export interface OrderTable {
  readonly kind: 'payout' | 'refund';
  readonly table: 'payouts' | 'refunds';
  /** The columns of a row, which name the table by `alias`. */
  readonly columns: string;
  readonly alias: 'p' | 'r';
  /** The column with the instant at which the bank did the order. */
  readonly doneAt: 'paid_at' | 'done_at';
  /** The column with the bank's id of an order that it did. */
  readonly bankId: 'end_to_end_id' | 'return_id';
  /** The payee of an order `o` and its identifiers at the bank. */
  readonly payee: { readonly columns: string; readonly join: string };
  /** Conditions to send an order `o` at $4. */
  readonly maySend: string;
  /** Conditions for an order to wait for nothing but the bank since before $1. */
  readonly waitsForBank: string;
}

/** The statements about the orders of one table. The store of the table keeps them. */
export type Orders = ReturnType<typeof ordersOf>;

/** Makes the statements about the orders of a table. */
export function ordersOf(order: OrderTable) {
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

function statementsOf(table: OrderTable['table']) {
  return (name: string, text: string, place?: Place): Statement => ({
    name: `${table}_${name}`,
    text,
    ...(place !== undefined && { place }),
  });
}

/**
 * The queue of due orders, and the SQL of a claim: it moves the due instant to $2. At that instant
 * the claim expires, so that another worker claims the order after a crash.
 */
function dueOrdersOf(
  { table, alias, columns }: OrderTable,
  claim: Readonly<Record<'queue' | 'where' | 'due' | 'count', string>> & {
    readonly work: WorkKind;
  },
): { readonly queue: DueQueue; readonly claim: string } {
  const { queue, work, where, due, count } = claim;
  const dueRows = `from ${table}
      where ${where} and ${due} <= $1 and ${isNotSetAside(work, `${table}.id`)}`;
  return {
    queue: { name: queue, due: `select ${dueRows}` },
    claim: `update ${table} ${alias} set ${due} = $2, ${count} = ${alias}.${count} + 1
    where (${alias}.merchant_id, ${alias}.environment, ${alias}.id) in (
      select merchant_id, environment, id ${dueRows}
      order by ${due} limit $3 for update skip locked
    ) returning ${columns}, ${alias}.${count}`,
  };
}

function stepStatements(order: OrderTable) {
  const { kind, table, alias, maySend } = order;
  const statement = statementsOf(table);
  const { queue, claim } = dueOrdersOf(order, {
    queue: `live-${table}`,
    work: kind,
    where: "status = 'pending' and environment = 'live'",
    due: 'due_at',
    count: 'send_count',
  });
  return {
    queue,
    // The claim's end identifies the claim: a worker that finds another end has lost the order.
    claim: statement(
      'claim_live',
      `${claim}, ${alias}.uncertain_at, ${alias}.is_known_at_bank, ${alias}.withdrawn_code,
        ${alias}.withdrawn_message`,
      HERE,
    ),
    begin: statement(
      'begin_attempt',
      `update ${table} o set uncertain_at = $4
        where o.merchant_id = $1 and o.environment = 'live' and o.id = $2 and o.status = 'pending'
          and o.due_at = $3 and o.held_at is null ${maySend}
          and (o.released_at is not null or not exists (
            select from merchants m where m.merchant_id = o.merchant_id and m.status = 'suspended'
          ))
        returning o.id`,
    ),
    // A call-back during the step has set another time: that time stays.
    saveProgress: statement(
      'save_progress',
      `update ${table} set is_known_at_bank = is_known_at_bank or $6,
          uncertain_at = case when due_at = $3 then $5 else uncertain_at end,
          due_at = case when due_at = $3 then $4 else due_at end
        where merchant_id = $1 and environment = 'live' and id = $2 and status = 'pending'`,
    ),
    withdraw: statement(
      'withdraw',
      `update ${table} o set status = 'pending', withdrawn_code = key.code,
          withdrawn_message = key.message, held_at = null, due_at = $2
        from json_to_recordset($1) as key (merchant_id uuid, environment text, id uuid, code text,
          message text)
        where (o.merchant_id, o.environment, o.id) = (key.merchant_id, key.environment, key.id)
          and o.status in ('pending', 'awaiting_approval')
          and (o.uncertain_at is not null or o.is_known_at_bank)
        returning o.id`,
    ),
  };
}

function checkStatements(order: OrderTable) {
  const { kind, table } = order;
  const statement = statementsOf(table);
  const { queue: checkQueue, claim } = dueOrdersOf(order, {
    queue: `${kind}-checks`,
    work: `${kind}_check`,
    where: "environment = 'live'",
    due: 'check_due_at',
    count: 'check_count',
  });
  return {
    checkQueue,
    claimChecks: statement('claim_checks', claim, HERE),
    // A call-back during the check has set another time than the claim's end: that time stays.
    endCheck: statement(
      'end_check',
      `update ${table} set check_due_at = $4,
          check_count = case when $5 then check_count else 0 end
        where merchant_id = $1 and environment = 'live' and id = $2 and check_due_at = $3`,
    ),
  };
}

function listStatements({ kind, table, alias, columns, doneAt, waitsForBank }: OrderTable) {
  const statement = statementsOf(table);
  const rows = `select ${columns} from ${table} ${alias}`;
  const isLive = `${alias}.environment = 'live'`;
  return {
    // A failed order has no column for its end: the instant of its posting is used.
    ended: statement(
      'live_ended',
      `${rows} where ${isLive} and ${alias}.${doneAt} >= $1 and ${alias}.${doneAt} < $2
        union all
        ${rows} join ledger_postings l on (l.merchant_id, l.environment, l.reference_id)
          = (${alias}.merchant_id, ${alias}.environment, ${alias}.id)
          and l.kind in ('${kind}_failed', '${kind}_resolution_reversed')
        where ${isLive} and ${alias}.status = 'failed'
          and ${alias}.created_at >= $3 and ${alias}.created_at < $2
          and l.created_at >= $1 and l.created_at < $2`,
      EACH_BUCKET,
    ),
    outbound: statement(
      'live_outbound',
      `${rows} where ${isLive} and ${alias}.status = 'pending' and ${alias}.uncertain_at is not null
        union all
        ${rows} where ${isLive} and ${alias}.${doneAt} >= $1`,
      EACH_BUCKET,
    ),
    unconfirmed: statement(
      'unconfirmed',
      `${rows} where ${alias}.resolution in ('paid', 'not_paid')
          and ${alias}.resolution_confirmed_at is null
          and ${alias}.resolved_at >= $1 and ${alias}.resolved_at < $2
        order by ${alias}.resolved_at limit $3`,
      eachBucketBy('resolved_at', 'ascending', 3),
    ),
    countStuck: statement(
      'count_stuck',
      `select count(*) as stuck from (
          select from ${table}
          where status = 'pending' and environment = 'live' and held_at is null
            and created_at < $1 ${waitsForBank}
          limit $2
        ) found`,
      EACH_BUCKET,
    ),
  };
}

function heldStatements(table: OrderTable['table']) {
  const statement = statementsOf(table);
  const key = 'o.merchant_id, o.environment, o.id, o.amount_centavos';
  return {
    // An order that a worker has begun to send is never held: its attempt is in uncertain_at.
    hold: statement(
      'hold',
      `update ${table} o set held_at = $1, due_at = 'infinity' from merchants m
        where m.status = 'suspended' and o.merchant_id = m.merchant_id and o.status = 'pending'
          and o.environment = 'live' and o.uncertain_at is null and o.held_at is null
          and o.released_at is null`,
      EACH_BUCKET,
    ),
    releaseReinstated: statement(
      'release_reinstated',
      `update ${table} o set held_at = null, due_at = $1 from merchants m
        where o.status = 'pending' and o.held_at is not null and m.merchant_id = o.merchant_id
          and m.status <> 'suspended'`,
      EACH_BUCKET,
    ),
    releaseHeld: statement(
      'release_held',
      `update ${table} o set held_at = null, released_at = $2, due_at = $2
        where o.id = $1 and o.status = 'pending' and o.held_at is not null returning ${key}`,
      EACH_BUCKET,
    ),
    lockHeld: statement(
      'lock_held',
      `select ${key} from ${table} o
        where o.id = $1 and o.status = 'pending' and o.held_at is not null for update`,
      EACH_BUCKET,
    ),
    listHeld: statement(
      'list_held',
      `select ${key}, o.created_at, o.held_at, m.username
        from ${table} o join merchants m on m.merchant_id = o.merchant_id
        where o.status = 'pending' and o.held_at is not null and o.id > $1
        order by o.id limit $2`,
      eachBucketBy('id', 'ascending', 2),
    ),
  };
}

function stuckStatements({ table, payee, waitsForBank }: OrderTable) {
  const statement = statementsOf(table);
  const stuck = `select o.merchant_id, o.environment, o.id, o.amount_centavos, o.created_at,
      o.uncertain_at, o.is_known_at_bank, o.end_to_end_id, m.username, m.name as merchant_name,
      ${payee.columns}
    from ${table} o join merchants m on m.merchant_id = o.merchant_id ${payee.join}
    where o.status = 'pending' and o.environment = 'live' and o.uncertain_at is not null
      and o.uncertain_at <= $1`;
  return {
    listUnanswered: statement(
      'list_unanswered',
      `select o.id, o.amount_centavos, o.created_at, o.send_count, o.uncertain_at,
          o.is_known_at_bank, o.end_to_end_id, m.username
        from ${table} o join merchants m on m.merchant_id = o.merchant_id
        where o.status = 'pending' and o.environment = 'live' and o.held_at is null
          and o.created_at < $1 ${waitsForBank}
        order by o.id limit $2`,
      eachBucketBy('id', 'ascending', 2),
    ),
    listStuck: statement(
      'list_stuck',
      `${stuck} and o.id > $2 order by o.id limit $3`,
      eachBucketBy('id', 'ascending', 3),
    ),
    // The worker that asks the bank waits for this lock before it settles or sends again.
    lockStuck: statement('lock_stuck', `${stuck} and o.id = $2 for update of o`, EACH_BUCKET),
    isKnown: statement(
      'exists_live',
      `select o.id from ${table} o where o.environment = 'live' and o.id = $1`,
      EACH_BUCKET,
    ),
  };
}

function resolutionStatements({ table, bankId }: OrderTable) {
  const statement = statementsOf(table);
  const reversed = 'o.merchant_id, o.id, o.amount_centavos, o.resolved_at';
  return {
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
      EACH_BUCKET,
    ),
  };
}
