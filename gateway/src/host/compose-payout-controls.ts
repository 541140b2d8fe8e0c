import { productToken } from '#src/ground/brand/brand.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { createHttpClient } from '#src/ground/http/http-client.ts';
import { createNameResolver } from '#src/ground/http/name-resolver.ts';
import { packageVersion } from '#src/ground/package-version.ts';
import { startPoller } from '#src/ground/work/poller.ts';
import { type RunningWork, startInBuckets } from '#src/ground/work/start-in-buckets.ts';
import { createApprovalAsker } from '#src/money-out/payouts/approval/ask-server.ts';
import { expireApprovals } from '#src/money-out/payouts/approval/decide-approval.ts';
import { countAwaitingPayouts } from '#src/money-out/payouts/approval/read-approvals.ts';
import { writePayoutMails } from '#src/money-out/payouts/mails/write-payout-mails.ts';
import { holdStoppedPayouts } from '#src/money-out/payouts/stop/hold-stopped-payouts.ts';
import { countStoppedPayouts } from '#src/money-out/payouts/stop/read-payout-stops.ts';
import { bucketPoller } from './bucket-poller.ts';
import { type AppContext, targetRulesOf } from './context.ts';

const QUESTION_INTERVAL_MS = 250;
const EXPIRY_INTERVAL_MS = SECOND_MS;
const HOLD_INTERVAL_MS = 500;
const MAIL_INTERVAL_MS = SECOND_MS;
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
    const poller = startPoller({
      ...{ name: 'approval-questions', intervalMs: QUESTION_INTERVAL_MS, logger },
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
  const poll = bucketPoller(appContext);
  return {
    pollers: [
      poll('payout-approvals', EXPIRY_INTERVAL_MS, (bucket) =>
        expireApprovals({ ...deps, ...bucket }),
      ),
      poll('payout-notices', MAIL_INTERVAL_MS, (bucket) =>
        writePayoutMails({ ...bucket, clock, mailer }),
      ),
      poll('stopped-payouts', HOLD_INTERVAL_MS, (bucket) =>
        holdStoppedPayouts({ ...bucket, clock }),
      ),
    ],
    async close() {
      await askers.stop();
      await http.close();
    },
  };
}
