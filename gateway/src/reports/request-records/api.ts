import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { endWithServer } from '#src/ground/http/stream-hub.ts';
import { requestLogOperations } from './log/request-log-operations.ts';
import { type RequestStreamParts, requestStreamOperations } from './request-stream-operations.ts';
import { createRequestStreams } from './request-streams.ts';

export type { RequestStreamParts };

/** The routes of the log and the stream of requests. */
export function requestRecordsApi(
  { config, limits, logger, panel, reads }: ApiContext,
  { readCaller }: RequestStreamParts,
): RoomRoutes {
  const streams = createRequestStreams({ ...reads, logger, openLimits: limits.open });
  return {
    api: [
      programRoutes(requestStreamOperations, { streams, readCaller }, config),
      async (app) => endWithServer(app, streams),
    ],
    panel: [memberRoutes(requestLogOperations, panel)],
  };
}
