import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, operatorRoutes } from '#src/ground/http/operation-doors.ts';
import type { RecentRequests } from '#src/ground/http/recent-requests.ts';
import type { AlertReaders } from '../alerts/operator-alert.ts';
import { incidentOperations } from './incident-operations.ts';
import { statusRoutes } from './page/status-routes.ts';
import { createStatusReader } from './read-status.ts';

/** The functions of the host for the status page. */
export interface StatusParts {
  readonly alertReaders: AlertReaders;
  /** Counts the requests of this process to the merchants' API. */
  readonly readRequests: RecentRequests['read'];
}

/** The routes of the status page and of incidents. */
export function statusApi(
  { config, panel, rateLimits, reads, logger }: ApiContext,
  { alertReaders: readers, readRequests }: StatusParts,
): RoomRoutes {
  const hasBank = config.bank !== undefined;
  const status = createStatusReader({ ...reads, logger, readers, readRequests, hasBank });
  const readOpen = async () => (await status.read()).incidents?.open ?? [];
  const incidents = { ...panel, readOpen, onChange: status.forget };
  return {
    panel: [memberRoutes(incidentOperations, incidents)],
    operators: [operatorRoutes(incidentOperations, incidents)],
    open: [
      statusRoutes({
        brand: config.brand,
        hasBank,
        readStatus: status.read,
        countVisit: (address, limit) =>
          rateLimits.countRequest(`status ${clientNetwork(address)}`, limit),
      }),
    ],
  };
}
