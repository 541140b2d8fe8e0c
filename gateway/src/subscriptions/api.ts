import type { LiveBank } from '#src/bank/live-bank.ts';
import { createQrImages } from '#src/charges/qr-image/qr-image.ts';
import type { ClockTimes } from '#src/ground/clocks/clock-times.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { type CreatedResource, withKeyOfClock } from '#src/ground/idempotency/create-under-keys.ts';
import { ofCaller, ofMerchant } from '#src/ground/work/request-batches.ts';
import { actOnSubscriptions, type SubscriptionAct } from './act-on-subscriptions.ts';
import { createSubscriptions, type SubscriptionRequest } from './create-subscriptions.ts';
import { creationPanelRoutes } from './creation-panel-routes.ts';
import { figureOperatorRoutes, figurePanelRoutes } from './figure-routes.ts';
import { bankOfRecurrences, liveSubscriptionCreator } from './live/recurrences/live-creator.ts';
import type { Story } from './subscription.ts';
import { subscriptionActRoutes } from './subscription-act-routes.ts';
import { subscriptionImageRoute } from './subscription-image-routes.ts';
import { subscriptionPanelRoutes } from './subscription-panel-routes.ts';
import { createSubscriptionRoute, readSubscriptionRoutes } from './subscription-routes.ts';
import { testPayerRoutes } from './test-payer-routes.ts';

/** The operations and routes of subscriptions. */
export function subscriptionsApi(
  api: ApiContext,
  { clocks, bank }: { readonly clocks: ClockTimes; readonly bank: LiveBank | undefined },
): RoomRoutes {
  const createTest = clocks.batcher<SubscriptionRequest, CreatedResource>({
    name: 'create-subscriptions',
    run: (items, inClock) => createSubscriptions(inClock, items),
    settings: { atOnce: 1, ...ofCaller },
    clockOf: ({ clockId, caller }) => clockId ?? caller.testClockId,
    namesClock: true,
    bind: withKeyOfClock,
  });
  const act = clocks.batcher<SubscriptionAct, Story>({
    name: 'act-on-subscriptions',
    run: (items, inClock) => actOnSubscriptions(inClock, items),
    settings: { atOnce: 1, ...ofMerchant },
    clockOf: (subscription) => clocks.clockOf('subscription', subscription),
  });
  const recurrences = bankOfRecurrences(bank);
  const createLive = recurrences && liveSubscriptionCreator(api, recurrences);
  const createSubscription = (request: SubscriptionRequest): Promise<CreatedResource> =>
    createLive && request.caller.environment === 'live'
      ? createLive(request)
      : createTest.add(request);
  const live = { isOffered: recurrences !== undefined };
  const { isIdempotencyRequired } = api.config;
  const routes = { database: api.reads.database, createSubscription, isIdempotencyRequired, live };
  return {
    api: [
      createSubscriptionRoute(routes),
      readSubscriptionRoutes(routes),
      subscriptionImageRoute({ ...api.reads, qrImages: createQrImages() }),
      subscriptionActRoutes({ act, live }),
      testPayerRoutes({ act, live }),
    ],
    panel: [
      subscriptionPanelRoutes({ database: api.reads.database, act, live }),
      creationPanelRoutes({ clock: api.clock, createSubscription, act, live }),
      figurePanelRoutes(api.panel),
    ],
    operators: [figureOperatorRoutes(api.panel)],
  };
}
