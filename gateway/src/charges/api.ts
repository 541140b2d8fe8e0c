import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf, changeLeaseOf } from '#src/bank/open-bank.ts';
import type { ClockTimes } from '#src/ground/clocks/clock-times.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { type CreatedResource, withKeyOfClock } from '#src/ground/idempotency/create-under-keys.ts';
import {
  type MakeBatcher,
  ofCaller,
  ofMerchant,
  readsOfMerchant,
} from '#src/ground/work/request-batches.ts';
import { type Cancellation, cancelCharges } from './cancel-charges.ts';
import type { Charge, TransactionKey } from './charge.ts';
import { type ChargeDeps, chargeOperations } from './charge-operations.ts';
import { createCharges } from './create-charges.ts';
import { type ChangedCharge, type ChargeChange, changeTestCharges } from './due/change-charge.ts';
import { type LocalHolidaysOf, localHolidaysFrom } from './due/local-holidays.ts';
import { cancelLiveCharge } from './live/cancel-live-charge.ts';
import { changeLiveCharge } from './live/change-live-charge.ts';
import { liveChargeCreator } from './live/live-charge-creator.ts';
import { type LocationOperations, locationOperations } from './locations/location-operations.ts';
import { type ChargeToPay, payTestCharges } from './pay-test-charges.ts';
import { pageLookOperations } from './payment-page/page-look-operations.ts';
import { type PaymentPageDeps, paymentPageRoutes } from './payment-page/payment-page-routes.ts';
import { readPayables } from './payment-page/read-payables.ts';
import type { ChargeRequest } from './plan-charges.ts';
import { createQrImages, type QrImages } from './qr-image/qr-image.ts';
import { readCodes } from './read-charges.ts';
import { splitOperations } from './splits/split-operations.ts';
import type { NamedCharge } from './txids/find-by-txid.ts';
import { type Revision, reviseCharges } from './txids/revise-charges.ts';
import { reviseLiveCharge } from './txids/revise-live-charge.ts';

/** The functions that rooms above hand to charges. */
export interface ChargesParts {
  readonly bank: LiveBank | undefined;
  readonly clocks: ClockTimes;
  readonly payScenario: ChargeDeps['payScenario'];
  readonly drawReceipt: PaymentPageDeps['drawReceipt'];
  /** The operations of `openCharges`. */
  readonly charges: StandardChargeOperations;
}

type OperationParts = Pick<ChargesParts, 'bank' | 'clocks'>;

/** How the Central Bank's API changes and cancels charges. */
export interface ChargeChanges {
  /** Cancels a charge, at the bank too if it is live. Refuses what `cancelCharges` refuses. */
  readonly cancelCharge: ChargeDeps['cancelCharge'];
  /** Cancels an expired charge, which no bank lets anybody pay. */
  readonly cancelExpired: (charge: TransactionKey) => Promise<Charge>;
  /** Changes a charge with a due date. Refuses what `changeTestCharges` refuses. */
  readonly changeCharge: ChargeDeps['changeCharge'];
}

/** The operations of the Central Bank's API on charges. */
export interface StandardChargeOperations extends ChargeChanges {
  readonly createCharge: ChargeDeps['createCharge'];
  readonly reviseCharge: (revision: Revision) => Promise<NamedCharge>;
  readonly localHolidays: LocalHolidaysOf;
  readonly locations: LocationOperations;
  readonly qrImages: QrImages;
  /** The lines that a scope may have in batches and lots of 24 hours. */
  readonly linesPerDay: number;
}

/** Opens the operations of charges, which the Central Bank's API has too. */
export function openCharges(api: ApiContext, parts: OperationParts): StandardChargeOperations {
  const { batcher, config } = api;
  const localHolidays = localHolidaysFrom(config.localHolidays);
  const cancelNow = canceller(parts);
  return {
    createCharge: chargeCreator(api, parts, batcher),
    cancelCharge: chargeCanceller(api, parts, cancelNow),
    reviseCharge: chargeReviser(api, parts),
    cancelExpired: (key) => cancelNow({ ...key, isRemovedAtBank: false, isExpiredToo: true }),
    changeCharge: chargeChanger(api, parts, localHolidays),
    localHolidays,
    qrImages: createQrImages(),
    linesPerDay: config.chargeBatchLinesPerDay,
    locations: locationOperations(api, parts),
  };
}

/** The routes of charges and their pages. */
export function chargesApi(api: ApiContext, parts: ChargesParts): RoomRoutes {
  const { batcher, config, panel } = api;
  const { localHolidays, qrImages } = parts.charges;
  const readCode: ChargeDeps['readCode'] = batcher(
    'read-codes',
    (keys, database) => readCodes(database, keys),
    readsOfMerchant,
  );
  const charges: ChargeDeps = {
    ...parts.charges,
    payTestCharge: testPayer(parts),
    payScenario: parts.payScenario,
    readCode,
    baseUrl: config.baseUrl,
  };
  return {
    api: [
      programRoutes(chargeOperations, charges, config),
      programRoutes(splitOperations, { ...api, localHolidays }, config),
    ],
    panel: [
      memberRoutes(chargeOperations, charges),
      memberRoutes(splitOperations, { ...panel, localHolidays }),
      memberRoutes(pageLookOperations, {
        ...panel,
        qrImages,
        platform: config.brand,
        accountHolder: config.bank?.accountHolder,
      }),
    ],
    open: pagesOf(api, parts, qrImages),
  };
}

/** Makes the function that pays charges of the test environment. */
function testPayer({ clocks }: ChargesParts): ChargeDeps['payTestCharge'] {
  return clocks.batcher<ChargeToPay, Charge>({
    name: 'pay-test-charges',
    run: (items, inClock) => payTestCharges(inClock, items),
    settings: { atOnce: 1, ...ofMerchant },
    clockOf: (charge) => clocks.clockOf('charge', charge),
  });
}

/** Makes the function that changes charges with a due date; live ones at the bank first. */
function chargeChanger(
  api: ApiContext,
  { bank, clocks }: OperationParts,
  localHolidays: LocalHolidaysOf,
): ChargeDeps['changeCharge'] {
  const { database, clock } = api;
  const live = {
    database,
    clock,
    localHolidays,
    bank: bank?.receiving,
    bankLeaseMs: changeLeaseOf(api),
    findMerchant: (id: string) => findMerchantById(database, id),
  };
  const test = clocks.batcher<ChargeChange, ChangedCharge>({
    name: 'change-charges',
    run: (items, inClock) => changeTestCharges({ ...inClock, localHolidays }, items),
    settings: { atOnce: 1, ...ofMerchant },
    clockOf: (charge) => clocks.clockOf('charge', charge),
  });
  return async (change) => {
    if (change.environment === 'live')
      return { charge: await changeLiveCharge(live, change), now: clock.now() };
    return test.add(change);
  };
}

/**
 * Makes the function that creates charges at the pages of payers. Their batch is apart from other
 * charges, which must not wait for the lock of a link.
 */
export function creatorAtPages(api: ApiContext, parts: OperationParts): ChargeDeps['createCharge'] {
  return chargeCreator(api, parts, (name, run, settings) =>
    api.batcher(`${name}-by-link`, run, settings),
  );
}

/** The pages of payers. */
function pagesOf(
  api: ApiContext,
  parts: ChargesParts,
  qrImages: QrImages,
): NonNullable<RoomRoutes['open']> {
  const { batcher, config, database, rateLimits } = api;
  const findMerchant = (id: string) => findMerchantById(database, id);
  const createCharge = creatorAtPages(api, parts);
  return [
    paymentPageRoutes({
      ...api,
      qrImages,
      platform: config.brand,
      drawReceipt: parts.drawReceipt,
      readPayable: batcher('read-payables', (ids, limited) => readPayables(limited, ids), {
        atOnce: 2,
      }),
      accountHolder: config.bank?.accountHolder,
      renewals: { database, createCharge, findMerchant },
      openLimits: api.limits.open,
      countVisit: ({ address, name }, limit) =>
        rateLimits.countRequest(`pagar ${clientNetwork(address)} ${name}`, limit),
    }),
  ];
}

function chargeCreator(
  api: ApiContext,
  { bank, clocks }: OperationParts,
  batcher: MakeBatcher,
): ChargeDeps['createCharge'] {
  const { paymentDelaySeconds } = api.config.sandbox;
  const createLive = liveChargeCreator(api, bank, batcher);
  const createTest = clocks.batcher<ChargeRequest, CreatedResource>(
    {
      name: 'create-charges',
      run: (items, inClock) => createCharges({ paymentDelaySeconds, ...inClock }, items),
      settings: { atOnce: 2, ...ofCaller, spansBuckets: true },
      clockOf: ({ clockId, caller }) => clockId ?? caller.testClockId,
      namesClock: true,
      bind: withKeyOfClock,
    },
    batcher,
  );
  return async (request) => {
    if (request.caller.environment === 'test') return createTest.add(request);
    if (request.clockId != null) throw new Refusal('test_clock_not_found');
    return createLive(request);
  };
}

/** Makes the function that cancels charges here. */
function canceller({ clocks }: OperationParts): (charge: Cancellation) => Promise<Charge> {
  const { add } = clocks.batcher<Cancellation, Charge>({
    name: 'cancel-charges',
    run: (items, inClock) => cancelCharges(inClock, items),
    settings: { atOnce: 1, ...ofMerchant },
    clockOf: (charge) => clocks.clockOf('charge', charge),
  });
  return add;
}

/** Makes the function that cancels charges; live ones at the bank first. */
function chargeCanceller(
  api: ApiContext,
  { bank }: OperationParts,
  add: (charge: Cancellation) => Promise<Charge>,
): ChargeDeps['cancelCharge'] {
  const { database, clock } = api;
  const bankLeaseMs = bankLeaseOf(api);
  const live = { database, clock, bank: bank?.receiving, bankLeaseMs, cancel: add };
  return (request) =>
    request.environment === 'live'
      ? cancelLiveCharge(live, request)
      : add({ ...request, isRemovedAtBank: false });
}

/** Makes the function that revises charges; live ones at the bank first. */
function chargeReviser(
  api: ApiContext,
  { bank, clocks }: OperationParts,
): StandardChargeOperations['reviseCharge'] {
  const { database, clock } = api;
  const { add: revise } = clocks.batcher<Revision, NamedCharge>({
    name: 'revise-charges',
    run: (items, inClock) => reviseCharges(inClock, items),
    settings: { atOnce: 1, ...ofMerchant },
    clockOf: (charge) => clocks.clockOf('charge', charge),
  });
  const live = { database, clock, bank: bank?.receiving, bankLeaseMs: bankLeaseOf(api) };
  return (revision) =>
    revision.environment === 'live' ? reviseLiveCharge(live, revision) : revise(revision);
}
