import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { testClockRoutes } from './clocks/clock-routes.ts';

/** The routes of test clocks. */
export function testWorldApi(api: ApiContext): RoomRoutes {
  return { api: [testClockRoutes(api)] };
}
