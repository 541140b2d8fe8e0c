import { DAY_SECONDS, HOUR_SECONDS } from '#src/ground/durations.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import { refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { webhookEndpointRoutes } from './endpoints/endpoint-routes.ts';
import { endpointStepRoutes } from './endpoints/endpoint-step-routes.ts';
import { webhookPanelRoutes } from './endpoints/webhook-panel-routes.ts';
import type { ExamDeps } from './exams/create-exam.ts';
import { examPanelRoutes } from './exams/exam-panel-routes.ts';
import { webhookExamRoutes } from './exams/exam-routes.ts';
import { listAttemptsRoute, listEventsRoute, readEventRoute } from './feed/event-routes.ts';
import { type EventStreamRoutesDeps, streamEventsRoute } from './feed/event-stream-routes.ts';
import { resendEventRoute } from './feed/resend-event-routes.ts';
import { webhookScenarioRoute } from './feed/webhook-scenario-routes.ts';
import type { CallbackReads } from './pix-callbacks/write-pix-body.ts';
import { deliveryPanelRoutes } from './reports/delivery-panel-routes.ts';

/** Each exam sends about nine requests. */
const EXAMS_OF_MERCHANT = { max: 50, seconds: DAY_SECONDS };
const EXAMS_OF_ADDRESS = { max: 50, seconds: HOUR_SECONDS };
const EXAMS_OF_HOST = { max: 50, seconds: HOUR_SECONDS };

/** What webhooks get of rooms above them. */
export interface WebhooksParts {
  readonly readCaller: EventStreamRoutesDeps['readCaller'];
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
  return {
    api: [
      listEventsRoute(events),
      readEventRoute(events),
      listAttemptsRoute(events),
      resendEventRoute(events),
      webhookScenarioRoute(events),
      webhookExamRoutes(exams),
      webhookEndpointRoutes(endpoints),
      endpointStepRoutes(endpoints),
      streamEventsRoute(events),
    ],
    panel: [webhookPanelRoutes(ofPanel), examPanelRoutes(exams), deliveryPanelRoutes(ofPanel)],
  };
}
