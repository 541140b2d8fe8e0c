import { productToken } from '#src/ground/brand/brand.ts';
import type { Config } from '#src/ground/config/config.ts';
import {
  createHttpClient,
  type HttpClient,
  type TargetRules,
} from '#src/ground/http/http-client.ts';
import { createNameResolver } from '#src/ground/http/name-resolver.ts';
import { randomFraction } from '#src/ground/ids.ts';
import { packageVersion } from '#src/ground/package-version.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import type { Poller } from '#src/ground/work/poller.ts';
import { startInBuckets } from '#src/ground/work/start-in-buckets.ts';
import { holdUntilConfirmed } from '#src/incoming/restorations/hold-until-confirmed.ts';
import { createDeliverySlots } from '#src/webhooks/delivery/delivery-slots.ts';
import { createDeliveryWorker } from '#src/webhooks/delivery/delivery-worker.ts';
import { giveBackDeliveries } from '#src/webhooks/delivery/give-back-deliveries.ts';
import { pauseDeliveries } from '#src/webhooks/delivery/hold-deliveries.ts';
import { createDeliveryLeaser } from '#src/webhooks/delivery/lease-deliveries.ts';
import { DUE_DELIVERIES } from '#src/webhooks/delivery/lease-store.ts';
import { onNewDeliveries } from '#src/webhooks/delivery/new-deliveries.ts';
import { recordAttempts } from '#src/webhooks/delivery/record-attempts.ts';
import {
  type AppContext,
  batcherOf,
  type Running,
  sandboxTargetRulesOf,
  targetRulesOf,
} from './context.ts';

const DELIVERIES_AT_ONCE = 1_000;
const CONNECTIONS_PER_ORIGIN = 64;

/** Starts to send webhook deliveries, separately for each bucket. */
export function startDeliveries(appContext: AppContext): Running {
  const httpClients = openHttpClients(appContext);
  const shared = { httpClients, slots: createDeliverySlots(DELIVERIES_AT_ONCE) };
  const running = startInBuckets(appContext.database, (database) =>
    startInBucket({ ...appContext, database }, shared),
  );
  return {
    async stop() {
      await running.stop();
      await Promise.all([httpClients.merchants.close(), httpClients.sandbox.close()]);
    },
  };
}

/** The parts that the deliveries of all buckets share. */
interface SharedByBuckets {
  readonly httpClients: ReturnType<typeof openHttpClients>;
  readonly slots: ReturnType<typeof createDeliverySlots>;
}

function startInBucket(appContext: AppContext, shared: SharedByBuckets): Running {
  const { config, clock, database, logger, metrics, secretBox } = appContext;
  const batcher = batcherOf(appContext);
  const atOnce = 1;
  const random = randomFraction;
  const recordDeps = { random, observe: metrics.observeAttempt };
  let poller: Poller | undefined;
  const worker = createDeliveryWorker({
    ...{ clock, logger, secretBox, random, ...shared },
    sandbox: config.sandbox,
    userAgent: `${productToken(config.brand)}/${packageVersion}`,
    leaser: createDeliveryLeaser({ database, clock }),
    record: batcher(
      'record-attempts',
      (items, limited) => recordAttempts({ ...recordDeps, database: limited }, items),
      { atOnce },
    ),
    giveBack: batcher('give-back-deliveries', (items, db) => giveBackDeliveries(db, items), {
      atOnce,
    }),
    pauseDelivery: batcher('hold-deliveries', (items, db) => pauseDeliveries(db, items), {
      atOnce,
    }),
    wake: () => poller?.wake(),
  });
  poller = pollWhenDue(appContext, DUE_DELIVERIES, {
    work: holdUntilConfirmed(database, () => worker.round()),
    isExpected: () => worker.isExpected(),
  });
  const stopListening = onNewDeliveries((bucketIds) => {
    if (bucketIds.has(database.bucketId)) poller.wake();
  });
  return {
    async stop() {
      stopListening();
      await poller.stop();
      await worker.stop();
    },
  };
}

/** Opens separate clients for the sandbox, with its own connections, look-ups and rules. */
function openHttpClients({ config }: Pick<AppContext, 'config'>) {
  return {
    merchants: openMerchantClient(config),
    sandbox: openClient(config, sandboxTargetRulesOf(config)),
  };
}

/** Opens a client for the URLs of merchants. */
export function openMerchantClient(config: Config): HttpClient {
  return openClient(config, targetRulesOf(config));
}

function openClient(config: Config, rules: TargetRules): HttpClient {
  return createHttpClient({
    ...rules,
    names: createNameResolver({ servers: config.nameServers }),
    connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
  });
}
