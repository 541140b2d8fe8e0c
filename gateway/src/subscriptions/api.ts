import { createQrImages } from '#src/charges/qr-image/qr-image.ts';
import type { ClockTimes } from '#src/ground/clocks/clock-times.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { type CreatedResource, withKeyOfClock } from '#src/ground/idempotency/create-under-keys.ts';
import { ofCaller, ofMerchant } from '#src/ground/work/request-batches.ts';
import { actOnSubscriptions, type SubscriptionAct } from './act-on-subscriptions.ts';
import { type AttemptRequest, askForAttempts } from './ask-for-attempts.ts';
import {
  type CreationDeps,
  createSubscriptions,
  type SubscriptionRequest,
} from './create-subscriptions.ts';
import { creationPanelRoutes } from './creation-panel-routes.ts';
import { figureOperatorRoutes, figurePanelRoutes } from './figure-routes.ts';
import type { Story } from './subscription.ts';
import { subscriptionActRoutes } from './subscription-act-routes.ts';
import { subscriptionImageRoute } from './subscription-image-routes.ts';
import { subscriptionPanelRoutes } from './subscription-panel-routes.ts';
import { createSubscriptionRoute, readSubscriptionRoutes } from './subscription-routes.ts';
import { testPayerRoutes } from './test-payer-routes.ts';

/** The operations and routes of subscriptions. */
export function subscriptionsApi(
  api: ApiContext,
  { clocks, addPayers }: { readonly clocks: ClockTimes } & Pick<CreationDeps, 'addPayers'>,
): RoomRoutes {
  const createSubscription = clocks.batcher<SubscriptionRequest, CreatedResource>({
    name: 'create-subscriptions',
    run: (items, inClock) => createSubscriptions({ ...inClock, addPayers }, items),
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
  const askForAttempt = clocks.batcher<AttemptRequest, CreatedResource>({
    name: 'ask-for-attempts',
    run: (items, inClock) => askForAttempts(inClock, items),
    settings: { atOnce: 1, ...ofCaller },
    clockOf: ({ caller: { merchantId, environment }, subscriptionId: id }) =>
      clocks.clockOf('subscription', { merchantId, environment, id }),
    bind: withKeyOfClock,
  });
  const { isIdempotencyRequired } = api.config;
  const routes = { database: api.reads.database, createSubscription, isIdempotencyRequired };
  return {
    api: [
      createSubscriptionRoute(routes),
      readSubscriptionRoutes(routes),
      subscriptionImageRoute({ ...api.reads, qrImages: createQrImages() }),
      subscriptionActRoutes({ act, askForAttempt, isIdempotencyRequired }),
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
