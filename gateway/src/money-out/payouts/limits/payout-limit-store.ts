import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { centavosOrNull } from '#src/ground/money/centavos.ts';
import { type LimitSettings, NO_SETTINGS, type PayoutLimits } from './payout-limits.ts';

type SetBy = 'operator' | 'merchant' | 'pending';

interface LimitRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly set_by: SetBy;
  readonly per_payout_centavos: bigint | null;
  readonly per_day_centavos: bigint | null;
  readonly per_night_centavos: bigint | null;
  readonly approval_above_centavos: bigint | null;
  readonly new_destination_approval_above_centavos: bigint | null;
  readonly new_destination_wait_minutes: bigint;
  readonly only_saved_beneficiaries: boolean;
  readonly effective_at: number | null;
}

const LIMITS = `per_payout_centavos, per_day_centavos, per_night_centavos,
  approval_above_centavos, new_destination_approval_above_centavos, new_destination_wait_minutes,
  only_saved_beneficiaries`;
const COLUMNS = `l.merchant_id, l.environment, l.set_by, ${LIMITS}, l.effective_at`;
const SELECT = {
  name: 'payout_limits_select',
  text: `select ${COLUMNS} from json_to_recordset($1) as scope (merchant_id uuid, environment text)
    join payout_limits l on (l.merchant_id, l.environment)
      = (scope.merchant_id, scope.environment)`,
};
// Changes of the same scope follow each other: each begins with this row.
const OPEN = {
  name: 'payout_limits_open',
  text: `insert into payout_limits (merchant_id, environment, set_by) values ($1, $2, 'merchant')
    on conflict do nothing`,
};
const LOCK = {
  name: 'payout_limits_lock',
  text: `select ${COLUMNS} from payout_limits l
    where l.merchant_id = $1 and l.environment = $2 order by l.set_by for update`,
};
const SAVE = {
  name: 'payout_limits_save',
  text: `insert into payout_limits (merchant_id, environment, set_by, ${LIMITS}, effective_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (merchant_id, environment, set_by) do update set
      per_payout_centavos = excluded.per_payout_centavos,
      per_day_centavos = excluded.per_day_centavos,
      per_night_centavos = excluded.per_night_centavos,
      approval_above_centavos = excluded.approval_above_centavos,
      new_destination_approval_above_centavos = excluded.new_destination_approval_above_centavos,
      new_destination_wait_minutes = excluded.new_destination_wait_minutes,
      only_saved_beneficiaries = excluded.only_saved_beneficiaries,
      effective_at = excluded.effective_at`,
};
const DELETE_PENDING = {
  name: 'payout_limits_delete_pending',
  text: `delete from payout_limits
    where merchant_id = $1 and environment = $2 and set_by = 'pending'`,
};
const SELECT_PAID_DESTINATIONS = {
  name: 'payout_destinations_paid',
  text: `select key.merchant_id, key.environment, key.pix_key
    from json_to_recordset($1) as key (merchant_id uuid, environment text, pix_key text)
    where exists (
      select from payouts p where p.status = 'paid' and p.pix_key = key.pix_key
        and p.merchant_id = key.merchant_id and p.environment = key.environment
    )`,
};

/** The name of a scope in maps. */
export function nameOfScope({ merchantId, environment }: LedgerScope): string {
  return `${merchantId} ${environment}`;
}

/** The settings of scopes by `nameOfScope`; scopes without settings are missing. */
export async function selectLimitSettings(
  database: Queryable,
  scopes: readonly LedgerScope[],
): Promise<ReadonlyMap<string, LimitSettings>> {
  const unique = new Map(scopes.map((scope) => [nameOfScope(scope), scope]));
  const keys = [...unique.values()].map(({ merchantId, environment }) => ({
    merchant_id: merchantId,
    environment,
  }));
  const rows = await database.query<LimitRow>(SELECT, [JSON.stringify(keys)]);
  const byScope = Map.groupBy(rows, (row) => `${row.merchant_id} ${row.environment}`);
  return new Map([...byScope].map(([name, some]) => [name, settingsOf(some)]));
}

/** Locks the settings of a scope for a change. */
export async function lockLimitSettings(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
): Promise<LimitSettings> {
  tx.send(OPEN, [merchantId, environment]);
  return settingsOf(await tx.query<LimitRow>(LOCK, [merchantId, environment]));
}

/** Sends the write of limits; those that are pending have an instant. */
export function saveLimits(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { setBy, limits, effectiveAt }: { setBy: SetBy; limits: PayoutLimits; effectiveAt?: number },
): void {
  tx.send(SAVE, [
    merchantId,
    environment,
    setBy,
    limits.perPayout,
    limits.perDay,
    limits.perNight,
    limits.approvalAbove,
    limits.newDestinationApprovalAbove,
    limits.newDestinationWaitMinutes,
    limits.isOnlyToSaved,
    effectiveAt === undefined ? null : new Date(effectiveAt),
  ]);
}

/** Sends the delete of pending limits. */
export function deletePendingLimits(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
): void {
  tx.send(DELETE_PENDING, [merchantId, environment]);
}

/** A Pix key as the destination of a merchant's payout. */
export interface Destination extends LedgerScope {
  readonly pixKey: string;
}

/** The name of a destination in sets. */
export function nameOfDestination(destination: Destination): string {
  return `${nameOfScope(destination)} ${destination.pixKey}`;
}

interface DestinationRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly pix_key: string;
}

/** Selects the destinations that their merchant has paid before, by `nameOfDestination`. */
export async function selectPaidDestinations(
  database: Queryable,
  destinations: readonly Destination[],
): Promise<ReadonlySet<string>> {
  const keys = destinations.map(({ merchantId, environment, pixKey }) => ({
    merchant_id: merchantId,
    environment,
    pix_key: pixKey,
  }));
  const values = [JSON.stringify(keys)];
  const rows = await database.query<DestinationRow>(SELECT_PAID_DESTINATIONS, values);
  return new Set(
    rows.map(({ merchant_id: merchantId, environment, pix_key: pixKey }) =>
      nameOfDestination({ merchantId, environment, pixKey }),
    ),
  );
}

function settingsOf(rows: readonly LimitRow[]): LimitSettings {
  const of = (setBy: SetBy) => rows.find((row) => row.set_by === setBy);
  const [operator, merchant, pending] = [of('operator'), of('merchant'), of('pending')];
  return {
    operator: operator ? limitsOf(operator) : NO_SETTINGS.operator,
    merchant: merchant ? limitsOf(merchant) : NO_SETTINGS.merchant,
    pending: pending ? { limits: limitsOf(pending), effectiveAt: pending.effective_at ?? 0 } : null,
  };
}

function limitsOf(row: LimitRow): PayoutLimits {
  return {
    perPayout: centavosOrNull(row.per_payout_centavos),
    perDay: centavosOrNull(row.per_day_centavos),
    perNight: centavosOrNull(row.per_night_centavos),
    approvalAbove: centavosOrNull(row.approval_above_centavos),
    newDestinationApprovalAbove: centavosOrNull(row.new_destination_approval_above_centavos),
    newDestinationWaitMinutes: Number(row.new_destination_wait_minutes),
    isOnlyToSaved: row.only_saved_beneficiaries,
  };
}
