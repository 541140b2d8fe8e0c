import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf, changeLeaseOf } from '#src/bank/open-bank.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { partOf } from '#src/ground/work/work-sharing.ts';
import type { LedgerCheck } from '#src/ledger/ledger-check.ts';
import type { ChargeChanges } from './api.ts';
import { type Cancellation, cancelCharges } from './cancel-charges.ts';
import { DUE_CANCELLATIONS } from './cancellation-store.ts';
import { chargeChecks } from './charge-checks-store.ts';
import { settleDueCharges } from './charge-jobs.ts';
import { DUE_CHARGES } from './charge-store.ts';
import { changeTestCharges } from './due/change-charge.ts';
import { countOpenChanges, DUE_CHANGES } from './due/change-store.ts';
import { localHolidaysFrom } from './due/local-holidays.ts';
import { cancelLiveCharge, settleCancellations } from './live/cancel-live-charge.ts';
import { changeLiveCharge, settleChanges } from './live/change-live-charge.ts';
import { DUE_DRAFTS } from './live/charge-draft-store.ts';
import { settleDrafts } from './live/finish-drafts.ts';
import { findLocation } from './locations/find-location.ts';
import type { NextLocationId } from './locations/location-ids.ts';
import type { LocationMoves } from './locations/location-operations.ts';
import {
  type LiveMoveDeps,
  type LocationChange,
  moveCharges,
  moveLiveCharge,
} from './locations/move-charge.ts';
import { releaseLocation } from './locations/release-location.ts';
import { settleRevision } from './txids/revise-live-charge.ts';

/** How many due charges all processes of a machine claim at once. */
const CHARGES_AT_ONCE = 500;

/** The checks between charges and the ledger. */
export const chargesChecks: readonly LedgerCheck[] = chargeChecks;

/**
 * Starts to pay and expire charges that are due, in each process that shares the work. A round
 * locks the charges that it claims and the accounts of their merchants, so each process claims a
 * part of a round's charges: together they hold no more locks than one process alone.
 */
export function startDueCharges(context: GatewayContext): RunningWork {
  const chargesMax = partOf(CHARGES_AT_ONCE, context.sharing);
  return pollersOf(context).whenDue(DUE_CHARGES, (bucket) =>
    settleDueCharges({ ...context, ...bucket }, chargesMax),
  );
}

/** The parts of higher rooms that the work of charges uses. */
interface ChargesWorkParts {
  readonly bank: LiveBank | undefined;
}

/** Starts to finish live charges at the bank. */
export function startCharges(context: GatewayContext, { bank }: ChargesWorkParts): RunningWork[] {
  if (!bank) return [];
  const { whenDue } = pollersOf(context);
  const { clock, database, metrics } = context;
  metrics.gauge(
    'pix_gateway_open_charge_changes',
    'Live charges whose creation, change or cancellation the bank has not confirmed for an hour',
    () => countOpenChanges(database, clock.now() - HOUR_MS),
  );
  const localHolidays = localHolidaysFrom(context.config.localHolidays);
  const findMerchant = (id: string) => findMerchantById(context.database, id);
  const live = { ...context, bank: bank.receiving, bankLeaseMs: bankLeaseOf(context) };
  const changes = {
    ...live,
    bankLeaseMs: changeLeaseOf(context),
    localHolidays,
    findMerchant,
  };
  return [
    whenDue(DUE_DRAFTS, (bucket) => settleDrafts({ ...live, ...bucket })),
    whenDue(DUE_CHANGES, (bucket) =>
      settleChanges({
        ...changes,
        ...bucket,
        settleRevision: (open) => settleRevision({ ...changes, ...bucket }, open),
      }),
    ),
    whenDue(DUE_CANCELLATIONS, (bucket) => settleCancellations({ ...live, ...bucket })),
  ];
}

/** How a worker changes and cancels charges that live in the real time. */
export function chargeChanges(
  context: GatewayContext,
  bank: LiveBank | undefined,
  nextLocationId: NextLocationId,
): ChargeChanges & { readonly locations: LocationMoves } {
  const { database, clock, config } = context;
  const localHolidays = localHolidaysFrom(config.localHolidays);
  const findMerchant = (id: string) => findMerchantById(database, id);
  const shared = { database, clock, bank: bank?.receiving, bankLeaseMs: bankLeaseOf(context) };
  const bankLeaseMs = changeLeaseOf(context);
  const live = { ...shared, bankLeaseMs, localHolidays, findMerchant };
  const cancel = async (cancellation: Cancellation) =>
    resultOf(await cancelCharges(context, [cancellation]));
  return {
    async changeCharge(change) {
      const now = clock.now();
      if (change.environment === 'live')
        return { charge: await changeLiveCharge(live, change), now };
      return resultOf(await changeTestCharges(live, [change]));
    },
    cancelCharge: (key) =>
      key.environment === 'live'
        ? cancelLiveCharge({ ...shared, cancel }, key)
        : cancel({ ...key, isRemovedAtBank: false }),
    cancelExpired: (key) => cancel({ ...key, isRemovedAtBank: false, isExpiredToo: true }),
    locations: locationMoves(shared, nextLocationId),
  };
}

function locationMoves(
  shared: Omit<LiveMoveDeps, 'move'>,
  nextLocationId: NextLocationId,
): LocationMoves {
  const { database, clock } = shared;
  const move = async (change: LocationChange) =>
    resultOf(await moveCharges({ database, clock }, [change]));
  return {
    find: (key) => findLocation(database, key),
    release: (key, chargeId) => releaseLocation({ ...shared, nextLocationId }, key, chargeId),
    move: async (wanted) => {
      const change = { ...wanted, spareId: await nextLocationId() };
      return change.environment === 'live'
        ? moveLiveCharge({ ...shared, move }, change)
        : move(change);
    },
  };
}

function resultOf<Value>([result]: readonly BatchResult<Value>[]): Value {
  if (!result || 'later' in result) throw new Error('a change that is made alone has a result');
  if ('error' in result) throw result.error;
  return result.value;
}
