import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { openPaperBrand } from '#src/ground/pdf/paper-head.ts';
import type { ChargesParts } from '../api.ts';
import { ChargeBody } from '../charge-schemas.ts';
import { createPaperLogos } from '../payment-page/paper-logos.ts';
import { batchOperations } from './batch-operations.ts';
import { type CarneOperationDeps, carneOperations } from './carne/carne-operations.ts';
import type { FindFaults } from './check-lines.ts';
import { chargeFileOperations } from './files/file-operations.ts';
import type { LimitCheck } from './limit-checks.ts';

/** The functions that rooms above hand to batches. */
export interface BatchesParts {
  /** The faults of a body by a schema. */
  readonly findFaults: (schema: object, body: unknown) => ReturnType<FindFaults>;
  /** Runs the check of a batch or a lot, few at once; undefined in a gateway without batches. */
  readonly limitCheck: LimitCheck | undefined;
}

/** The routes of batches of charges. Throws without the limit of their checks. */
export function chargeBatchesApi(
  api: ApiContext,
  {
    charges: { localHolidays },
    findFaults,
    limitCheck,
  }: BatchesParts & Pick<ChargesParts, 'charges'>,
): RoomRoutes {
  if (!limitCheck) throw new Error('the checks of batches have no limit');
  const carnes = carnesOf(api);
  const checks = {
    localHolidays,
    findFaults: (body: unknown) => findFaults(ChargeBody, body),
    limitCheck,
    linesPerDay: api.config.chargeBatchLinesPerDay,
  };
  const { baseUrl } = api.config;
  return {
    api: [
      programRoutes(batchOperations, { ...api.reads, ...checks }, api.config),
      programRoutes(carneOperations, carnes, api.config),
    ],
    panel: [
      memberRoutes(chargeFileOperations, { ...api.panel, ...checks, baseUrl }),
      memberRoutes(carneOperations, carnes),
    ],
  };
}

/** The dependencies of the carnês of batches. */
function carnesOf({ config, exportDatabase, clock, rateLimits }: ApiContext): CarneOperationDeps {
  return {
    database: exportDatabase,
    clock,
    readPaperBrand: openPaperBrand(config.brand),
    readPaperLogo: createPaperLogos(exportDatabase),
    countCarne: (merchantId, limit) => rateLimits.countRequest(`carne ${merchantId}`, limit),
  };
}
