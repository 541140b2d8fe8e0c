import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { ID_MIN } from '#src/ground/ids.ts';
import {
  isPlatformStop,
  type ListedStop,
  type PayoutStop,
  type WaitingPayouts,
} from './payout-stop.ts';
import {
  countStoppedOfAll,
  countStoppedOfScope,
  selectStops,
  selectStopsOfScope,
} from './payout-stop-store.ts';

const LISTED_MAX = 500;
const BEFORE_ALL = { merchantId: ID_MIN, environment: '', stoppedBy: '' };

/** The stops that hold a scope's payouts, and the payouts that wait. */
export interface ScopeStops {
  readonly ofMerchant: PayoutStop | undefined;
  readonly ofOperator: PayoutStop | undefined;
  readonly ofPlatform: PayoutStop | undefined;
  readonly waiting: WaitingPayouts;
}

/** Reads the stops of a ledger scope and counts the payouts that wait. */
export async function readScopeStops(database: Queryable, scope: LedgerScope): Promise<ScopeStops> {
  const [stops, waiting] = await Promise.all([
    selectStopsOfScope(database, scope),
    countStoppedOfScope(database, scope),
  ]);
  const own = stops.filter((stop) => !isPlatformStop(stop));
  return {
    ofMerchant: own.find(({ stoppedBy }) => stoppedBy === 'merchant'),
    ofOperator: own.find(({ stoppedBy }) => stoppedBy === 'operator'),
    ofPlatform: stops.find(isPlatformStop),
    waiting,
  };
}

/** All stops in force and the live payouts that wait, for operators. */
export interface PlatformStops {
  readonly platform: PayoutStop | undefined;
  /** The stops of single merchants; at most 500. */
  readonly merchants: readonly ListedStop[];
  readonly waiting: WaitingPayouts;
}

/** Reads all stops in force and counts the live payouts that wait. */
export async function readPlatformStops(database: Queryable): Promise<PlatformStops> {
  const [stops, waiting] = await Promise.all([
    selectStops(database, { ...BEFORE_ALL, limit: LISTED_MAX }),
    countStoppedOfAll(database, 'live'),
  ]);
  return {
    platform: stops.find(isPlatformStop),
    merchants: stops.filter((stop) => !isPlatformStop(stop)),
    waiting,
  };
}

/** How many live payouts wait because payouts are stopped, up to 10,000, for the metrics. */
export async function countStoppedPayouts(database: Queryable): Promise<number> {
  return Number((await countStoppedOfAll(database, 'live')).count);
}
