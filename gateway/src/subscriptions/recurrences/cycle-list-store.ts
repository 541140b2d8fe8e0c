import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type CycleRow, cycleColumns, cycleFromRow } from '../cycle-store.ts';
import { type Cycle, NEVER_AT_BANK } from '../subscription.ts';

const OF_CHARGES = {
  name: 'cycles_of_charges',
  text: `select ${cycleColumns} from json_to_recordset($1) as key
      (merchant_id uuid, environment text, charge_id uuid)
    join subscription_cycles c on (c.merchant_id, c.environment, c.charge_id)
      = (key.merchant_id, key.environment, key.charge_id)`,
};
// The state of a failed cycle follows from its reason, its state at the bank, the policy and the
// day (`cobr-words.ts`).
const STATUS = `case c.status when 'paid' then 'CONCLUIDA' when 'canceled' then 'CANCELADA'
    when 'failed' then case
      when c.reason = any($8::text[]) then 'REJEITADA'
      when c.reason in (${NEVER_AT_BANK.map((reason) => `'${reason}'`).join()}) then 'CANCELADA'
      when b.status = 'rejected' then 'REJEITADA'
      when s.retries <> 'none' and c.due_on >= $9::date then 'ATIVA' else 'EXPIRADA' end
    when 'scheduled' then case
      when c.environment = 'live' and coalesce(b.status, 'created') = 'created' then 'CRIADA'
      else 'ATIVA' end
    else 'ATIVA' end`;
const FILTERED = `from subscription_cycles c
    join subscriptions s on (s.merchant_id, s.environment, s.id)
      = (c.merchant_id, c.environment, c.subscription_id)
    left join subscription_bank_cycles b
      on (b.merchant_id, b.environment, b.subscription_id, b.cycle_on, b.number)
        = (c.merchant_id, c.environment, c.subscription_id, c.cycle_on, c.number)
    where c.merchant_id = $1 and c.environment = $2 and c.charge_id >= $3 and c.charge_id < $4
      and s.merchant_id = $1 and s.environment = $2
      and ($5::text is null or s.recurrence_id = $5)
      and ($6::text is null or s.payer_document = $6)
      and ($7::text is null or ${STATUS} = $7) and ($10::text is null or s.covenant = $10)`;
const COUNT = {
  name: 'cycles_count',
  text: `select count(*) as count from (select 1 ${FILTERED} limit $11) counted`,
};
const PAGE = {
  name: 'cycles_page',
  text: `select c.charge_id as id ${FILTERED} order by c.charge_id offset $11 limit $12`,
};
const COUNT_CREATED = {
  name: 'cycles_count_created',
  text: `select count(*) as count from (select 1 from subscription_cycles
      where merchant_id = $1 and environment = $2 and charge_id >= $3 and charge_id < $4
      limit $5) counted`,
};

/** A cycle that has a charge. */
export interface CycleOfCharge {
  readonly subscriptionId: string;
  readonly cycle: Cycle;
}

/** Which cycles a list shows: charges from the first id to before the second. */
export interface CycleFilter extends LedgerScope {
  readonly fromId: string;
  readonly beforeId: string;
  readonly recurrenceId: string | null;
  readonly document: string | null;
  /** A state of the standard. */
  readonly status: string | null;
  /** The codes that end a cycle. */
  readonly endingCodes: readonly string[];
  /** The first due date whose failed cycle may be tried again. */
  readonly retryableFrom: string;
  readonly covenant: string | null;
}

/** The cycles of charges, in no order; charges without a cycle are omitted. */
export async function selectCyclesOfCharges(
  database: Queryable,
  keys: readonly (LedgerScope & { readonly chargeId: string })[],
): Promise<CycleOfCharge[]> {
  if (keys.length === 0) return [];
  const values = keys.map(({ merchantId, environment, chargeId }) => ({
    merchant_id: merchantId,
    environment,
    charge_id: chargeId,
  }));
  const rows = await database.query<CycleRow>(OF_CHARGES, [JSON.stringify(values)]);
  return rows.map((row) => ({ subscriptionId: row.subscription_id, cycle: cycleFromRow(row) }));
}

/** Counts cycles up to a number. */
export async function countFiltered(
  database: Queryable,
  filter: CycleFilter,
  max: number,
): Promise<number> {
  return countOf(await database.query(COUNT, [...valuesOf(filter), max]));
}

/** The ids of the charges of a page of cycles, oldest first. */
export async function pageFiltered(
  database: Queryable,
  filter: CycleFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<string[]> {
  const values = [...valuesOf(filter), offset, limit];
  return (await database.query<{ id: string }>(PAGE, values)).map(({ id }) => id);
}

/** Counts the cycles whose charges were made in a range of ids, up to a number; null: all. */
export async function countCreated(
  database: Queryable,
  { merchantId, environment, fromId, beforeId }: CycleRange,
  max: number | null,
): Promise<number> {
  const values = [merchantId, environment, fromId, beforeId, max];
  return countOf(await database.query(COUNT_CREATED, values));
}

/** Charges of a scope: ids from the first to before the second. */
export type CycleRange = Pick<CycleFilter, 'merchantId' | 'environment' | 'fromId' | 'beforeId'>;

function countOf(rows: readonly Record<string, unknown>[]): number {
  return Number(rows[0]?.count ?? 0);
}

function valuesOf(filter: CycleFilter): unknown[] {
  const { merchantId, environment, fromId, beforeId, recurrenceId, document } = filter;
  const { status, endingCodes, retryableFrom, covenant } = filter;
  return [
    merchantId,
    environment,
    fromId,
    beforeId,
    recurrenceId,
    document,
    status,
    endingCodes,
    retryableFrom,
    covenant,
  ];
}
