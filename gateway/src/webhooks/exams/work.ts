import { productToken } from '#src/ground/brand/brand.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { openTargetClient, targetRulesOf } from '#src/ground/http/target-rules.ts';
import { packageVersion } from '#src/ground/package-version.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import { type RunningWork, startInBuckets } from '#src/ground/work/start-in-buckets.ts';
import type { HoldWork } from '../work.ts';
import { DUE_EXAMS } from './exam-store.ts';
import { createExamWorker } from './exam-worker.ts';

/** To one address, which anybody chooses. */
const CONNECTIONS_PER_ORIGIN = 64;

/** Starts to run webhook exams, with separate connections and the rules of deliveries. */
export function startExams(
  context: GatewayContext,
  { hold }: { readonly hold: HoldWork },
): RunningWork {
  const { config, database, clock, logger, metrics, scheduler, secretBox } = context;
  const { callbackCertificate: certificate } = config.apiPix;
  const limits = { connectionsPerOrigin: CONNECTIONS_PER_ORIGIN, certificate };
  const http = openTargetClient(config, targetRulesOf(config), limits);
  const worker = createExamWorker({
    clock,
    logger,
    secretBox,
    http,
    observe: metrics.observeExam,
    userAgent: `${productToken(config.brand)}/${packageVersion}`,
  });
  const running = startInBuckets(database, (bucket) =>
    pollWhenDue({ database: bucket, clock, logger, scheduler }, DUE_EXAMS, {
      work: hold(bucket, () => worker.round(bucket)),
    }),
  );
  return {
    async stop() {
      await running.stop();
      await worker.stop();
      await http.close();
    },
  };
}
