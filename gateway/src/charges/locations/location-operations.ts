import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf } from '#src/bank/open-bank.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { ClockTimes } from '#src/ground/clocks/clock-times.ts';
import type { ApiContext } from '#src/ground/http/api-context.ts';
import { ofMerchant } from '#src/ground/work/request-batches.ts';
import type { NamedCharge } from '../txids/find-by-txid.ts';
import { createLocation } from './create-location.ts';
import { type FoundLocation, findLocation } from './find-location.ts';
import type { Location, LocationKey, LocationKind } from './location.ts';
import { createLocationIds, type NextLocationId } from './location-ids.ts';
import { selectLocations } from './location-store.ts';
import { type LocationChange, moveCharges, moveLiveCharge } from './move-charge.ts';
import { releaseLocation } from './release-location.ts';

/** The operations of the Central Bank's API on locations. */
export interface LocationOperations {
  readonly nextId: NextLocationId;
  /** Refuses what `createLocation` refuses. */
  readonly create: (scope: LedgerScope, kind: LocationKind) => Promise<Location>;
  readonly find: (key: LocationKey) => Promise<FoundLocation | undefined>;
  /** Those of some locations that were made before a charge or were released, in no order. */
  readonly findStored: (scope: LedgerScope, ids: readonly number[]) => Promise<Location[]>;
  /** Refuses what `releaseLocation` refuses; undefined for an unknown location. */
  readonly release: (key: LocationKey, chargeId?: string) => Promise<Location | undefined>;
  /** Refuses what `moveCharges` and `moveLiveCharge` refuse. */
  readonly move: (change: Omit<LocationChange, 'spareId' | 'code'>) => Promise<NamedCharge>;
}

/** How a charge gets another location, or none. */
export type LocationMoves = Pick<LocationOperations, 'find' | 'release' | 'move'>;

/** Makes the operations of locations. */
export function locationOperations(
  api: ApiContext,
  { bank, clocks }: { readonly bank: LiveBank | undefined; readonly clocks: ClockTimes },
): LocationOperations {
  const { database, clock } = api;
  const receiving = bank?.receiving;
  const nextId = createLocationIds({ database, clock });
  const deps = { database, clock, nextLocationId: nextId, bank: receiving };
  const { add: move } = clocks.batcher<LocationChange, NamedCharge>({
    name: 'move-charges',
    run: (items, inClock) => moveCharges(inClock, items),
    settings: { atOnce: 1, ...ofMerchant },
    clockOf: (charge) => clocks.clockOf('charge', charge),
  });
  const live = { database, clock, bank: receiving, bankLeaseMs: bankLeaseOf(api), move };
  return {
    nextId,
    create: (scope, kind) => createLocation(deps, scope, kind),
    find: (key) => findLocation(database, key),
    findStored: (scope, ids) => selectLocations(database, scope, ids),
    release: (key, chargeId) => releaseLocation(deps, key, chargeId),
    move: async (wanted) => {
      const change = { ...wanted, spareId: await nextId() };
      return change.environment === 'live' ? moveLiveCharge(live, change) : move(change);
    },
  };
}
