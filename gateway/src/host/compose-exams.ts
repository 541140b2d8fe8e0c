import { productToken } from '#src/ground/brand/brand.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#src/ground/durations.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { packageVersion } from '#src/ground/package-version.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import { refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { startInBuckets } from '#src/ground/work/start-in-buckets.ts';
import { holdUntilConfirmed } from '#src/incoming/restorations/hold-until-confirmed.ts';
import type { ExamDeps } from '#src/webhooks/exams/create-exam.ts';
import { DUE_EXAMS } from '#src/webhooks/exams/exam-store.ts';
import { createExamWorker } from '#src/webhooks/exams/exam-worker.ts';
import type { ApiBatchers } from './compose-batchers.ts';
import { openMerchantClient } from './compose-deliveries.ts';
import { type AppContext, type Running, targetRulesOf } from './context.ts';
import type { RateLimits } from './http/rate-limit.ts';

/** Each exam sends about nine requests. */
const EXAMS_OF_MERCHANT = { max: 50, seconds: DAY_SECONDS };
const EXAMS_OF_ADDRESS = { max: 50, seconds: HOUR_SECONDS };
const EXAMS_OF_HOST = { max: 50, seconds: HOUR_SECONDS };

/** The dependencies of the routes of exams. */
export function examDepsOf(
  { config, database, clock, secretBox }: AppContext,
  { rateLimits, batchers }: { readonly rateLimits: RateLimits; readonly batchers: ApiBatchers },
): ExamDeps {
  return {
    ...{ database, clock, secretBox, targetRules: targetRulesOf(config) },
    readCharge: async (key) => {
      const found = await batchers.readTransaction.add(key);
      return found && { ...found };
    },
    countExam: async ({ merchantId, address, host }) => {
      const limits = [
        { name: `exams ${merchantId}`, ...EXAMS_OF_MERCHANT },
        { name: `exams from ${clientNetwork(address)}`, ...EXAMS_OF_ADDRESS },
        { name: `exams of ${host}`, ...EXAMS_OF_HOST },
      ];
      for (const { name, max, seconds } of limits) {
        refuseExceeded(await rateLimits.countAttempt(name, max, seconds));
      }
    },
  };
}

/** Starts to run webhook exams, with separate connections and the rules of deliveries. */
export function startExams(appContext: AppContext): Running {
  const { config, database, clock, logger, metrics, secretBox } = appContext;
  const http = openMerchantClient(config);
  const worker = createExamWorker({
    ...{ clock, logger, secretBox, http, observe: metrics.observeExam },
    userAgent: `${productToken(config.brand)}/${packageVersion}`,
  });
  const running = startInBuckets(database, (bucket) =>
    pollWhenDue({ database: bucket, clock, logger }, DUE_EXAMS, {
      work: holdUntilConfirmed(bucket, () => worker.round(bucket)),
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
