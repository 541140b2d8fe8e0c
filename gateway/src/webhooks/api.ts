import { DAY_SECONDS, HOUR_SECONDS } from '#src/ground/durations.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { endWithServer } from '#src/ground/http/stream-hub.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import { refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { endpointOperations } from './endpoints/endpoint-operations.ts';
import type { ExamDeps } from './exams/create-exam.ts';
import { examOperations } from './exams/exam-operations.ts';
import { eventOperations } from './feed/event-operations.ts';
import { type EventStreamParts, eventStreamOperations } from './feed/event-stream-operations.ts';
import { createEventStreams } from './feed/event-streams.ts';
import type { CallbackReads } from './pix-callbacks/write-pix-body.ts';
import { deliveryOperations } from './reports/delivery-operations.ts';

/** Each exam sends about nine requests. */
const EXAMS_OF_MERCHANT = { max: 50, seconds: DAY_SECONDS };
const EXAMS_OF_ADDRESS = { max: 50, seconds: HOUR_SECONDS };
const EXAMS_OF_HOST = { max: 50, seconds: HOUR_SECONDS };

/** The functions that rooms above hand to webhooks. */
export interface WebhooksParts extends EventStreamParts {
  readonly readCharge: ExamDeps['readCharge'];
  readonly callbackReads: CallbackReads;
}

/** The routes of endpoints, exams and the feed of events. */
export function webhooksApi(
  api: ApiContext,
  { readCaller, readCharge, callbackReads }: WebhooksParts,
): RoomRoutes {
  const { config, panel, reads, rateLimits } = api;
  const targetRules = targetRulesOf(config);
  const events = { ...api, ...reads, openLimits: api.limits.open, readCaller };
  const countExam: ExamDeps['countExam'] = async ({ merchantId, address, host }) => {
    const limits = [
      { name: `exams ${merchantId}`, ...EXAMS_OF_MERCHANT },
      { name: `exams from ${clientNetwork(address)}`, ...EXAMS_OF_ADDRESS },
      { name: `exams of ${host}`, ...EXAMS_OF_HOST },
    ];
    for (const { name, max, seconds } of limits) {
      refuseExceeded(await rateLimits.countAttempt(name, max, seconds));
    }
  };
  const exams = { ...api, targetRules, readCharge, countExam };
  const endpoints = { ...api, ...reads, targetRules };
  const ofPanel = { ...panel, targetRules, callbackReads };
  const streams = createEventStreams(events);
  return {
    api: [
      programRoutes(eventOperations, events, config),
      programRoutes(examOperations, exams, config),
      programRoutes(endpointOperations, endpoints, config),
      programRoutes(eventStreamOperations, { ...events, streams }, config),
      async (app) => endWithServer(app, streams),
    ],
    panel: [
      memberRoutes(endpointOperations, ofPanel),
      memberRoutes(examOperations, exams),
      memberRoutes(deliveryOperations, ofPanel),
    ],
  };
}
