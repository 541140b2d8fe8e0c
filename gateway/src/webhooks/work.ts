import { setTimeout as pause } from 'node:timers/promises';
import { productToken } from '#src/ground/brand/brand.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { Expiry } from '#src/ground/database/partitions.ts';
import { DAY_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import {
  openTargetClient,
  sandboxTargetRulesOf,
  targetRulesOf,
} from '#src/ground/http/target-rules.ts';
import { randomFraction } from '#src/ground/ids.ts';
import { packageVersion } from '#src/ground/package-version.ts';
import { createDeliverySlots } from '#src/ground/work/delivery-slots.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import type { Poller } from '#src/ground/work/poller.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import { batcherOf } from '#src/ground/work/request-batches.ts';
import { type RunningWork, startInBuckets } from '#src/ground/work/start-in-buckets.ts';
import { takeOverWork } from '#src/ground/work/take-over-work.ts';
import { watchEndpoints } from './alarms/watch-endpoints.ts';
import { createDeliveryWorker } from './delivery/delivery-worker.ts';
import { directSending } from './delivery/direct-senders.ts';
import {
  discardDeliveries,
  endLeases,
  pauseDeliveries,
  releaseDeliveries,
} from './delivery/end-leases.ts';
import { createDeliveryLeaser, LEASE_MS } from './delivery/lease-deliveries.ts';
import { DUE_DELIVERIES } from './delivery/lease-store.ts';
import { onNewDeliveries } from './delivery/new-deliveries.ts';
import { recordAttempts } from './delivery/record-attempts.ts';
import { type CallbackReads, createPixWriter } from './pix-callbacks/write-pix-body.ts';
import { readDeliveryQueue } from './reports/read-delivery-queue.ts';

const DELIVERIES_AT_ONCE = 1_000;
/** As many as deliveries: their slots are limited by address and merchant, not by host. */
const CONNECTIONS_PER_ORIGIN = DELIVERIES_AT_ONCE;
/** Of the sandbox, whose addresses anybody chooses. */
const CONNECTIONS_PER_STRANGE_ORIGIN = 64;
/** A pause after each batch of results, so that the next one is larger. */
const RECORD_GAP_MS = 40;
const ALARM_INTERVAL_MS = 20 * SECOND_MS;
/**
 * Attempts are kept longer than their deliveries, so that an attempt under way can still be
 * recorded when its delivery is dropped.
 */
const ATTEMPTS_STAY_LONGER_MS = 7 * DAY_MS;

/** Leaves work out while the operator has not confirmed a restored backup. */
export type HoldWork = (database: Database, work: () => Promise<boolean>) => () => Promise<boolean>;

/** From when the rows of this room's partitions are not needed any more. */
export function webhookExpiries(
  now: number,
  { eventDays }: GatewayContext['config']['retention'],
): Expiry[] {
  const before = now - eventDays * DAY_MS;
  return [
    { table: 'webhook_deliveries', before },
    { table: 'webhook_events', before },
    { table: 'webhook_attempts', before: before - ATTEMPTS_STAY_LONGER_MS },
  ];
}

/** Starts to watch for endpoints that fail. */
export function startWebhooks(context: GatewayContext): RunningWork[] {
  const { clock, database, metrics } = context;
  metrics.gauge(
    'pix_gateway_jobs',
    'Webhook deliveries that wait or run (up to 20,000)',
    async () => {
      const { waiting, running } = await readDeliveryQueue(database, clock.now());
      return waiting + running;
    },
  );
  return [
    pollersOf(context).everyInBuckets('webhook-alarms', ALARM_INTERVAL_MS, (bucket) =>
      watchEndpoints({ ...context, ...bucket }),
    ),
  ];
}

/**
 * Starts to send webhook deliveries, separately for each bucket, in each process that shares the
 * work.
 */
export function startDeliveries(
  context: GatewayContext,
  { hold, callbackReads }: { readonly hold: HoldWork; readonly callbackReads: CallbackReads },
): RunningWork {
  const httpClients = openHttpClients(context);
  const shared = {
    httpClients,
    callbackReads,
    slots: createDeliverySlots(DELIVERIES_AT_ONCE, context.sharing),
    hold,
  };
  const running = startInBuckets(context.database, (database) =>
    startInBucket({ ...context, database }, shared),
  );
  return {
    async stop() {
      await running.stop();
      await Promise.all(Object.values(httpClients).map((client) => client.close()));
    },
  };
}

/** The parts that the deliveries of all buckets share. */
interface SharedByBuckets {
  readonly httpClients: ReturnType<typeof openHttpClients>;
  readonly slots: ReturnType<typeof createDeliverySlots>;
  readonly callbackReads: CallbackReads;
  readonly hold: HoldWork;
}

function startInBucket(context: GatewayContext, shared: SharedByBuckets): RunningWork {
  const { config, clock, database, logger, metrics, scheduler, secretBox, sharing } = context;
  const batcher = batcherOf(context);
  const atOnce = 1;
  const random = randomFraction;
  const recordDeps = { random, observe: metrics.observeAttempt };
  let poller: Poller | undefined;
  const wake = (): void => poller?.wake();
  const leaser = createDeliveryLeaser({ database, clock, scheduler, sharing, logger });
  const worker = createDeliveryWorker({
    clock,
    logger,
    secretBox,
    random,
    leaser,
    wake,
    ...shared,
    sandbox: config.sandbox,
    pixWriter: createPixWriter(database, shared.callbackReads),
    userAgent: `${productToken(config.brand)}/${packageVersion}`,
    record: batcher(
      'record-attempts',
      async (items, limited) => {
        const results = await recordAttempts({ ...recordDeps, database: limited }, items);
        await pause(RECORD_GAP_MS);
        return results;
      },
      { atOnce },
    ),
    giveBack: batcher('release-deliveries', (items, db) => releaseDeliveries(db, items), {
      atOnce,
    }),
    discard: batcher('discard-deliveries', (items, db) => discardDeliveries(db, items), {
      atOnce,
    }),
    endLease: batcher('end-leases', (items, db) => endLeases(db, items), { atOnce }),
    pauseDelivery: batcher('hold-deliveries', (items, db) => pauseDeliveries(db, items), {
      atOnce,
    }),
  });
  const { room, take } = worker;
  const terms = { leaseMs: LEASE_MS, leasedBy: sharing.processId };
  const direct = directSending(database, { terms, room, take });
  poller = pollWhenDue(context, DUE_DELIVERIES, {
    // Before its first round it may have to wait until a restored backup is confirmed.
    work: shared.hold(database, () => {
      direct.begin();
      return worker.round();
    }),
    hasOtherWork: () => worker.hasOtherWork(),
  });
  const stopListening = onNewDeliveries((bucketIds) => {
    if (bucketIds.has(database.bucketId)) wake();
  });
  const takingOver = takeOverWork({ sharing, logger, wake }, leaser.takeOver);
  return {
    async stop() {
      stopListening();
      await takingOver.stop();
      await poller.stop();
      direct.end();
      await worker.stop();
    },
  };
}

/**
 * Opens separate clients: for the sandbox, with its own rules, and for the call-backs of API Pix,
 * with our certificate. Each has its own connections and look-ups.
 */
function openHttpClients({ config, sharing }: Pick<GatewayContext, 'config' | 'sharing'>) {
  const limits = { connectionsPerOrigin: CONNECTIONS_PER_ORIGIN, sharing };
  return {
    merchants: openTargetClient(config, targetRulesOf(config), limits),
    sandbox: openTargetClient(config, sandboxTargetRulesOf(config), {
      ...limits,
      connectionsPerOrigin: CONNECTIONS_PER_STRANGE_ORIGIN,
    }),
    apiPix: openTargetClient(config, targetRulesOf(config), {
      ...limits,
      certificate: config.apiPix.callbackCertificate,
    }),
  };
}
