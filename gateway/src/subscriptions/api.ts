import type { FastifyPluginAsync } from 'fastify';
import type { LiveBank } from '#src/bank/live-bank.ts';
import type { Subscriptions } from '#src/charges/links/page/subscribe-by-link.ts';
import { readLook } from '#src/charges/payment-page/change-page-look.ts';
import { createPayerLogos } from '#src/charges/payment-page/payer-logos.ts';
import { createQrImages, type QrImages } from '#src/charges/qr-image/qr-image.ts';
import type { ClockTimes } from '#src/ground/clocks/clock-times.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, operatorRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { type CreatedResource, withKeyOfClock } from '#src/ground/idempotency/create-under-keys.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { ofCaller, ofMerchant } from '#src/ground/work/request-batches.ts';
import { actOnSubscriptions, type SubscriptionAct } from './act-on-subscriptions.ts';
import { type AttemptRequest, askForAttempts } from './ask-for-attempts.ts';
import {
  type CreationDeps,
  createSubscriptions,
  type SubscriptionRequest,
} from './create-subscriptions.ts';
import { figureOperations } from './figure-operations.ts';
import {
  bankOfRecurrences,
  liveSubscriptionCreator,
  makingLeaseOf,
} from './live/recurrences/live-creator.ts';
import {
  type RecurrenceOperations,
  recurrenceOperations,
} from './live/recurrences/standard-operations.ts';
import { readShown } from './payer-page/read-shown.ts';
import { subscriptionPageRoutes } from './payer-page/subscription-page-routes.ts';
import { type LiveOffer, refuseSubscriptions } from './refuse-subscriptions.ts';
import { requestAtLink } from './subscribe-at-link.ts';
import type { SubscriptionState } from './subscription.ts';
import { subscriptionActOperations } from './subscription-act-operations.ts';
import { subscriptionOperations } from './subscription-operations.ts';
import type { TellPayers } from './tell-payers.ts';
import { testPayerOperations } from './test-payer-operations.ts';

/** The operations of the Central Bank's API on subscriptions. */
export interface StandardSubscriptionOperations extends RecurrenceOperations {
  /** Whether live keys have recurrences. */
  readonly live: LiveOffer;
  /** Refuses what `createSubscriptions` refuses. */
  readonly createSubscription: (request: SubscriptionRequest) => Promise<CreatedResource>;
  /** Refuses what `actOnSubscriptions` refuses. */
  readonly actOnSubscription: (act: SubscriptionAct) => Promise<SubscriptionState>;
}

/** The functions of subscriptions for other rooms. */
export interface SubscriptionOperations extends StandardSubscriptionOperations {
  /** How payers at links subscribe. */
  readonly atLinks: Subscriptions;
  readonly act: Batcher<SubscriptionAct, SubscriptionState>;
  readonly askForAttempt: Batcher<AttemptRequest, CreatedResource>;
}

/** The parts of other rooms that the operations of subscriptions use. */
export interface SubscriptionsParts extends Pick<CreationDeps, 'addPayers'> {
  readonly clocks: ClockTimes;
  readonly bank: LiveBank | undefined;
  readonly tellPayers: TellPayers;
}

/** Opens the operations of subscriptions. */
export function openSubscriptions(
  api: ApiContext,
  { clocks, bank, addPayers, tellPayers }: SubscriptionsParts,
): SubscriptionOperations {
  const createTest = clocks.batcher<SubscriptionRequest, CreatedResource>({
    name: 'create-subscriptions',
    run: (items, inClock) => createSubscriptions({ ...inClock, addPayers }, items),
    settings: { atOnce: 1, ...ofCaller },
    clockOf: ({ clockId, caller }) => clockId ?? caller.testClockId,
    namesClock: true,
    bind: withKeyOfClock,
  });
  const act = clocks.batcher<SubscriptionAct, SubscriptionState>({
    name: 'act-on-subscriptions',
    run: (items, inClock) => actOnSubscriptions({ ...inClock, tellPayers }, items),
    settings: { atOnce: 1, ...ofMerchant },
    clockOf: (subscription) => clocks.clockOf('subscription', subscription),
  });
  const askForAttempt = clocks.batcher<AttemptRequest, CreatedResource>({
    name: 'ask-for-attempts',
    run: (items, inClock) => askForAttempts({ ...inClock, tellPayers }, items),
    settings: { atOnce: 1, ...ofCaller },
    clockOf: ({ caller: { merchantId, environment }, subscriptionId: id }) =>
      clocks.clockOf('subscription', { merchantId, environment, id }),
    bind: withKeyOfClock,
  });
  const recurrences = bankOfRecurrences(bank);
  const createLive = recurrences && liveSubscriptionCreator({ ...api, addPayers }, recurrences);
  const createSubscription = (request: SubscriptionRequest): Promise<CreatedResource> =>
    createLive && request.caller.environment === 'live'
      ? createLive(request)
      : createTest.add(request);
  const makingLeaseMs = makingLeaseOf(api);
  const live = { isOffered: recurrences !== undefined };
  return {
    live,
    act,
    askForAttempt,
    atLinks: atLinksOf(live, createSubscription),
    createSubscription,
    actOnSubscription: act.add,
    ...recurrenceOperations({ ...api, bank: recurrences, makingLeaseMs, act: act.add }),
  };
}

/** The routes of subscriptions. Throws if the host opened no operations of them. */
export function subscriptionsApi(
  api: ApiContext,
  { subscriptions }: { readonly subscriptions: SubscriptionOperations | undefined },
): RoomRoutes {
  if (!subscriptions) throw new Error('the operations of subscriptions are not open');
  const { config, reads, panel } = api;
  const qrImages = createQrImages();
  const deps = { ...reads, ...subscriptions, qrImages };
  return {
    api: [
      programRoutes(subscriptionOperations, deps, config),
      programRoutes(subscriptionActOperations, deps, config),
      programRoutes(testPayerOperations, deps, config),
    ],
    panel: [
      memberRoutes(subscriptionOperations, deps),
      memberRoutes(subscriptionActOperations, deps),
      memberRoutes(testPayerOperations, deps),
      memberRoutes(figureOperations, panel),
    ],
    operators: [operatorRoutes(figureOperations, panel)],
    open: [pageOfPayer(api, qrImages)],
  };
}

function atLinksOf(
  live: LiveOffer,
  createSubscription: StandardSubscriptionOperations['createSubscription'],
): Subscriptions {
  return {
    isAvailable: (environment) => environment === 'test' || live.isOffered,
    async create(wanted) {
      refuseSubscriptions(live, wanted.caller);
      return createSubscription(requestAtLink(wanted));
    },
  };
}

/** The page of a subscription's payer. */
function pageOfPayer(api: ApiContext, qrImages: QrImages): FastifyPluginAsync {
  const { batcher, config, database, rateLimits } = api;
  return subscriptionPageRoutes({
    ...api,
    qrImages,
    platform: config.brand,
    readShown: batcher('read-shown-subscriptions', (ids, limited) => readShown(limited, ids), {
      atOnce: 2,
    }),
    readLook: (merchantId) => readLook(database, merchantId),
    sendLogo: createPayerLogos(database),
    accountHolder: config.bank?.accountHolder,
    openLimits: api.limits.open,
    countVisit: ({ address, name }, limit) =>
      rateLimits.countRequest(`assinar ${clientNetwork(address)} ${name}`, limit),
  });
}
