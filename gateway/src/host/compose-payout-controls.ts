import { productToken } from '#src/ground/brand/brand.ts';
import { createHttpClient } from '#src/ground/http/http-client.ts';
import { createNameResolver } from '#src/ground/http/name-resolver.ts';
import { packageVersion } from '#src/ground/package-version.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import { type RunningWork, startInBuckets } from '#src/ground/work/start-in-buckets.ts';
import { DUE_QUESTIONS } from '#src/money-out/payouts/approval/approval-question-store.ts';
import { createApprovalAsker } from '#src/money-out/payouts/approval/ask-server.ts';
import { expireApprovals } from '#src/money-out/payouts/approval/decide-approval.ts';
import { EXPIRED_APPROVALS } from '#src/money-out/payouts/approval/payout-approval-store.ts';
import { countAwaitingPayouts } from '#src/money-out/payouts/approval/read-approvals.ts';
import { DUE_PAYOUT_MAILS } from '#src/money-out/payouts/mails/payout-mail-store.ts';
import { writePayoutMails } from '#src/money-out/payouts/mails/write-payout-mails.ts';
import { holdStoppedPayouts } from '#src/money-out/payouts/stop/hold-stopped-payouts.ts';
import { PAYOUT_STOPS } from '#src/money-out/payouts/stop/hold-stopped-store.ts';
import { countStoppedPayouts } from '#src/money-out/payouts/stop/read-payout-stops.ts';
import { queuePoller } from './bucket-poller.ts';
import { type AppContext, targetRulesOf } from './context.ts';

const CONNECTIONS_PER_ORIGIN = 16;

/** The work of approvals and stops of payouts, with their mails. */
export interface PayoutControls {
  readonly pollers: readonly RunningWork[];
  close(): Promise<void>;
}

/** Starts the controls of payouts. */
export function openPayoutControls(appContext: AppContext): PayoutControls {
  const { config, database, clock, logger, metrics, secretBox, mailer, sandboxMerchantId } =
    appContext;
  const http = createHttpClient({
    ...targetRulesOf(config),
    names: createNameResolver({ servers: config.nameServers }),
    connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
  });
  const deps = { database, clock, logger, sandboxMerchantId };
  const userAgent = `${productToken(config.brand)}/${packageVersion}`;
  const askers = startInBuckets(database, (bucket) => {
    const asker = createApprovalAsker({ ...deps, database: bucket, http, secretBox, userAgent });
    const poller = pollWhenDue({ database: bucket, clock, logger }, DUE_QUESTIONS, {
      work: () => asker.round(),
    });
    return {
      async stop() {
        await poller.stop();
        await asker.stop();
      },
    };
  });
  metrics.gauge(
    'pix_gateway_stopped_payouts',
    'Live payouts that wait because payouts are stopped (up to 10,000)',
    () => countStoppedPayouts(database),
  );
  metrics.gauge(
    'pix_gateway_payouts_awaiting_approval',
    'Payouts that wait for an approval of their merchant (up to 10,000)',
    () => countAwaitingPayouts(database),
  );
  const pollQueue = queuePoller(appContext);
  return {
    pollers: [
      pollQueue(EXPIRED_APPROVALS, (bucket) => expireApprovals({ ...deps, ...bucket })),
      pollQueue(DUE_PAYOUT_MAILS, (bucket) => writePayoutMails({ ...bucket, clock, mailer })),
      pollQueue(PAYOUT_STOPS, (bucket) => holdStoppedPayouts({ ...bucket, clock })),
    ],
    async close() {
      await askers.stop();
      await http.close();
    },
  };
}
