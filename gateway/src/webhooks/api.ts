import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { endWithServer } from '#src/ground/http/stream-hub.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import { endpointOperations } from './endpoints/endpoint-operations.ts';
import { eventOperations } from './feed/event-operations.ts';
import { type EventStreamParts, eventStreamOperations } from './feed/event-stream-operations.ts';
import { createEventStreams } from './feed/event-streams.ts';
import type { CallbackReads } from './pix-callbacks/write-pix-body.ts';
import { deliveryOperations } from './reports/delivery-operations.ts';

/** The functions that rooms above hand to webhooks. */
export interface WebhooksParts extends EventStreamParts {
  readonly callbackReads: CallbackReads;
}

/** The routes of endpoints and the feed of events. */
export function webhooksApi(
  api: ApiContext,
  { readCaller, callbackReads }: WebhooksParts,
): RoomRoutes {
  const { config, panel, reads } = api;
  const targetRules = targetRulesOf(config);
  const events = { ...api, ...reads, openLimits: api.limits.open, readCaller };
  const endpoints = { ...api, ...reads, targetRules };
  const ofPanel = { ...panel, targetRules, callbackReads };
  const streams = createEventStreams(events);
  return {
    api: [
      programRoutes(eventOperations, events, config),
      programRoutes(endpointOperations, endpoints, config),
      programRoutes(eventStreamOperations, { ...events, streams }, config),
      async (app) => endWithServer(app, streams),
    ],
    panel: [memberRoutes(endpointOperations, ofPanel), memberRoutes(deliveryOperations, ofPanel)],
  };
}
