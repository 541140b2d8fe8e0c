import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { programRoutes } from '#src/ground/http/operation-doors.ts';
import { testWorldOperations } from './operations.ts';

/** The routes of test clocks. */
export function testWorldApi(api: ApiContext): RoomRoutes {
  return { api: [programRoutes(testWorldOperations, api, api.config)] };
}
