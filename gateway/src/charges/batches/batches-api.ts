import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { openPaperBrand } from '#src/ground/pdf/paper-head.ts';
import type { LocalHolidaysOf } from '../due/local-holidays.ts';
import { createPaperLogos } from '../payment-page/paper-logos.ts';
import { chargeBatchRoutes } from './batch-routes.ts';
import { type CarneRoutesDeps, carnePanelRoute, carneRoute } from './carne/carne-routes.ts';
import type { FindFaults } from './check-lines.ts';
import { chargeFilePanelRoutes } from './files/file-panel-routes.ts';
import { createCheckLimit } from './limit-checks.ts';

/** The routes of batches of charges. */
export function batchesApi(
  api: ApiContext,
  parts: { readonly localHolidays: LocalHolidaysOf; readonly findFaults: FindFaults },
): Required<Pick<RoomRoutes, 'api' | 'panel'>> {
  const carnes = carnesOf(api);
  const checks = { ...parts, limitCheck: createCheckLimit() };
  const { baseUrl } = api.config;
  return {
    api: [chargeBatchRoutes({ ...api.reads, ...checks }), carneRoute(carnes)],
    panel: [chargeFilePanelRoutes({ ...api.panel, ...checks, baseUrl }), carnePanelRoute(carnes)],
  };
}

/** What the carnês of batches need. */
function carnesOf({ config, exportDatabase, clock, rateLimits }: ApiContext): CarneRoutesDeps {
  return {
    ...{ database: exportDatabase, clock },
    readPaperBrand: openPaperBrand(config.brand),
    readPaperLogo: createPaperLogos(exportDatabase),
    countCarne: (merchantId, limit) => rateLimits.countRequest(`carne ${merchantId}`, limit),
  };
}
