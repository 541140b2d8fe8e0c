import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { nameOfScope } from '../payout.ts';
import {
  type LimitSettings,
  limitsInForce,
  merchantLimits,
  NO_SETTINGS,
  type PayoutLimits,
  type PendingLimits,
} from '../payout-limits.ts';
import { selectLimitSettings } from './payout-limit-store.ts';
import { keyOfPeriod, type PeriodKind, periodsOf } from './payout-periods.ts';
import { nameOfTotal, periodTotals } from './payout-total-store.ts';

/** The limits of a scope as people see them. */
export interface ShownLimits {
  readonly inForce: PayoutLimits;
  readonly operator: PayoutLimits;
  readonly merchant: PayoutLimits;
  /** A raise that has no effect yet. */
  readonly pending: PendingLimits | null;
  readonly requestedToday: Centavos;
  /** Null outside the night. */
  readonly requestedTonight: Centavos | null;
}

/** Reads the limits of a scope and the amounts requested in the current day and night. */
export async function readPayoutLimits(
  database: Queryable,
  scope: LedgerScope,
  now: number,
): Promise<ShownLimits> {
  const [settings, totals] = await Promise.all([
    readSettings(database, scope),
    readTotals(database, scope, now),
  ]);
  const { pending } = settings;
  return {
    inForce: limitsInForce(settings, now),
    operator: settings.operator,
    merchant: merchantLimits(settings, now),
    pending: pending && pending.effectiveAt > now ? pending : null,
    ...totals,
  };
}

async function readSettings(database: Queryable, scope: LedgerScope): Promise<LimitSettings> {
  const settings = await selectLimitSettings(database, [scope]);
  return settings.get(nameOfScope(scope)) ?? NO_SETTINGS;
}

async function readTotals(database: Queryable, scope: LedgerScope, now: number) {
  const keys = periodsOf(now).map((period) => keyOfPeriod(scope, period));
  const totals = await periodTotals.select(database, keys);
  const requestedIn = (period: PeriodKind) => {
    const key = keys.find(({ of }) => of === period);
    return key ? centavos(totals.get(nameOfTotal(key)) ?? 0n) : null;
  };
  return {
    requestedToday: requestedIn('day') ?? centavos(0n),
    requestedTonight: requestedIn('night'),
  };
}
