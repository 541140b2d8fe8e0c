import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, rowsOf, send, shaped, sql, valuesOf } from '#src/ground/database/sql.ts';
import { nameOfScope } from '../payout.ts';
import { type LimitSettings, NO_SETTINGS, type PayoutLimits } from '../payout-limits.ts';

type SetBy = 'operator' | 'merchant' | 'pending';

const KEY = { ...f.SCOPE, setBy: f.textOf<SetBy>() };
const LIMITS = {
  perPayout: f.inColumn('per_payout_centavos', f.orNull(f.centavos)),
  perDay: f.inColumn('per_day_centavos', f.orNull(f.centavos)),
  perNight: f.inColumn('per_night_centavos', f.orNull(f.centavos)),
  approvalAbove: f.inColumn('approval_above_centavos', f.orNull(f.centavos)),
  newDestinationApprovalAbove: f.inColumn(
    'new_destination_approval_above_centavos',
    f.orNull(f.centavos),
  ),
  newDestinationWaitMinutes: f.count,
  isOnlyToSaved: f.inColumn('only_saved_beneficiaries', f.bool),
};
const EFFECTIVE_AT = { effectiveAt: f.orNull(f.instant) };
const SETTING = { ...KEY, ...LIMITS, ...EFFECTIVE_AT };
const SET_LIMITS = shaped(
  SETTING,
  ({ merchantId, environment, setBy, effectiveAt, ...limits }) => ({
    merchantId,
    environment,
    setBy,
    effectiveAt,
    limits: limits satisfies PayoutLimits,
  }),
);
type SetLimits = ReturnType<typeof SET_LIMITS.resultOf>;
const DESTINATION = { ...f.SCOPE, pixKey: f.text };
/** A Pix key as the destination of a merchant's payout. */
export type Destination = f.RecordOf<typeof DESTINATION>;

const $ = paramsOf(KEY);
const LIMIT_COLUMNS = f.columnsOf(LIMITS);
const COLUMNS = `l.merchant_id, l.environment, l.set_by, ${LIMIT_COLUMNS}, l.effective_at`;

const selectOfScopes = many(
  'payout_limits_select',
  SET_LIMITS,
  sql`select ${COLUMNS} from ${rowsOf('scopes', 'scope', f.SCOPE)}
    join payout_limits l on (l.merchant_id, l.environment)
      = (scope.merchant_id, scope.environment)`,
);

// Changes of the same scope follow each other: each begins with this row.
const openSettings = send(
  'payout_limits_open',
  sql`insert into payout_limits (merchant_id, environment, set_by)
    values (${$.merchantId}, ${$.environment}, 'merchant')
    on conflict do nothing`,
);
const lockSettings = many(
  'payout_limits_lock',
  SET_LIMITS,
  sql`select ${COLUMNS} from payout_limits l
    where l.merchant_id = ${$.merchantId} and l.environment = ${$.environment}
    order by l.set_by for update`,
);

const saveSetting = send(
  'payout_limits_save',
  sql`insert into payout_limits (merchant_id, environment, set_by, ${LIMIT_COLUMNS}, effective_at)
    values (${valuesOf(SETTING)})
    on conflict (merchant_id, environment, set_by) do update set
      per_payout_centavos = excluded.per_payout_centavos,
      per_day_centavos = excluded.per_day_centavos,
      per_night_centavos = excluded.per_night_centavos,
      approval_above_centavos = excluded.approval_above_centavos,
      new_destination_approval_above_centavos = excluded.new_destination_approval_above_centavos,
      new_destination_wait_minutes = excluded.new_destination_wait_minutes,
      only_saved_beneficiaries = excluded.only_saved_beneficiaries,
      effective_at = excluded.effective_at`,
);

/** Sends the delete of pending limits. */
export const deletePendingLimits = send(
  'payout_limits_delete_pending',
  sql`delete from payout_limits
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and set_by = 'pending'`,
);

const selectPaid = many(
  'payout_destinations_paid',
  DESTINATION,
  sql`select key.merchant_id, key.environment, key.pix_key
    from ${rowsOf('destinations', 'key', DESTINATION)}
    where exists (
      select from payouts p where p.status = 'paid' and p.pix_key = key.pix_key
        and p.merchant_id = key.merchant_id and p.environment = key.environment
    )`,
);

/** The settings of scopes by `nameOfScope`; scopes without settings are missing. */
export async function selectLimitSettings(
  database: Queryable,
  scopes: readonly LedgerScope[],
): Promise<ReadonlyMap<string, LimitSettings>> {
  const unique = new Map(scopes.map((scope) => [nameOfScope(scope), scope]));
  const found = await selectOfScopes(database, { scopes: [...unique.values()] });
  const byScope = Map.groupBy(found, nameOfScope);
  return new Map([...byScope].map(([name, some]) => [name, settingsOf(some)]));
}

/** Locks the settings of a scope for a change. */
export async function lockLimitSettings(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
): Promise<LimitSettings> {
  openSettings(tx, { merchantId, environment });
  return settingsOf(await lockSettings(tx, { merchantId, environment }));
}

/** Sends the write of limits; those that are pending have an instant. */
export function saveLimits(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { setBy, limits, effectiveAt }: { setBy: SetBy; limits: PayoutLimits; effectiveAt?: number },
): void {
  const setting = { merchantId, environment, setBy, effectiveAt: effectiveAt ?? null };
  saveSetting(tx, { ...limits, ...setting });
}

/** The name of a destination in sets. */
export function nameOfDestination(destination: Destination): string {
  return `${nameOfScope(destination)} ${destination.pixKey}`;
}

/** Selects the destinations that their merchant has paid before, by `nameOfDestination`. */
export async function selectPaidDestinations(
  database: Queryable,
  destinations: readonly Destination[],
): Promise<ReadonlySet<string>> {
  return new Set((await selectPaid(database, { destinations })).map(nameOfDestination));
}

function settingsOf(set: readonly SetLimits[]): LimitSettings {
  const of = (setBy: SetBy) => set.find((some) => some.setBy === setBy);
  const [operator, merchant, pending] = [of('operator'), of('merchant'), of('pending')];
  return {
    operator: operator?.limits ?? NO_SETTINGS.operator,
    merchant: merchant?.limits ?? NO_SETTINGS.merchant,
    pending: pending ? { limits: pending.limits, effectiveAt: pending.effectiveAt ?? 0 } : null,
  };
}
