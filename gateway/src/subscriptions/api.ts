import { createQrImages } from '#src/charges/qr-image/qr-image.ts';
import type { ClockTimes } from '#src/ground/clocks/clock-times.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { type CreatedResource, withKeyOfClock } from '#src/ground/idempotency/create-under-keys.ts';
import { ofCaller, ofMerchant } from '#src/ground/work/request-batches.ts';
import { actOnSubscriptions, type SubscriptionAct } from './act-on-subscriptions.ts';
import { createSubscriptions, type SubscriptionRequest } from './create-subscriptions.ts';
import { creationPanelRoutes } from './creation-panel-routes.ts';
import { figureOperatorRoutes, figurePanelRoutes } from './figure-routes.ts';
import type { Story } from './subscription.ts';
import { subscriptionActRoutes } from './subscription-act-routes.ts';
import { subscriptionImageRoute } from './subscription-image-routes.ts';
import { subscriptionPanelRoutes } from './subscription-panel-routes.ts';
import { createSubscriptionRoute, readSubscriptionRoutes } from './subscription-routes.ts';
import { testPayerRoutes } from './test-payer-routes.ts';

/** What the Central Bank's API does with subscriptions. */
export interface StandardSubscriptionOperations {
  /** Refuses what `createSubscriptions` refuses. */
  readonly createSubscription: (request: SubscriptionRequest) => Promise<CreatedResource>;
  /** Refuses what `actOnSubscriptions` refuses. */
  readonly actOnSubscription: (act: SubscriptionAct) => Promise<Story>;
}

/** The routes of subscriptions, and their operations for the Central Bank's API. */
export interface SubscriptionsApi extends RoomRoutes {
  readonly operations: StandardSubscriptionOperations;
}

/** The operations and routes of subscriptions. */
export function subscriptionsApi(
  api: ApiContext,
  { clocks }: { readonly clocks: ClockTimes },
): SubscriptionsApi {
  const createSubscription = clocks.batcher<SubscriptionRequest, CreatedResource>({
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
  const { isIdempotencyRequired } = api.config;
  const routes = { database: api.reads.database, createSubscription, isIdempotencyRequired };
  return {
    operations: { createSubscription: createSubscription.add, actOnSubscription: act.add },
    api: [
      createSubscriptionRoute(routes),
      readSubscriptionRoutes(routes),
      subscriptionImageRoute({ ...api.reads, qrImages: createQrImages() }),
      subscriptionActRoutes({ act }),
      testPayerRoutes({ act }),
    ],
    panel: [
      subscriptionPanelRoutes({ database: api.reads.database, act }),
      creationPanelRoutes({ clock: api.clock, createSubscription, act }),
      figurePanelRoutes(api.panel),
    ],
    operators: [figureOperatorRoutes(api.panel)],
  };
}
