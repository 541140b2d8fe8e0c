import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { languageOf } from '#src/ground/http/language.ts';
import type { PaperBrand } from '#src/ground/pdf/paper-head.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { dueTotalsPanelRoutes } from './due-totals-panel-routes.ts';
import { MOVEMENT_FILES, type MovementFormat } from './movements/file-request.ts';
import { movementFile } from './movements/movement-files.ts';
import { sendFile } from './movements/send-file.ts';
import { AccountingPeriod } from './statement-panel-schemas.ts';
import { parsePeriod } from './statement-period.ts';

const ROUTES: Readonly<Record<MovementFormat, { operationId: string; file: string }>> = {
  csv: { operationId: 'exportMovementsCsv', file: 'movements.csv' },
  days_csv: { operationId: 'exportDayTotals', file: 'days.csv' },
  xlsx: { operationId: 'exportMovementsXlsx', file: 'movements.xlsx' },
  ofx: { operationId: 'exportMovementsOfx', file: 'movements.ofx' },
  pdf: { operationId: 'exportClosing', file: 'closing.pdf' },
};

export interface AccountingPanelDeps {
  /** A few connections, for exports. */
  readonly exportDatabase: Queryable;
  readonly clock: Clock;
  /** The platform's name. */
  readonly productName: string;
  readonly readPaperBrand: () => Promise<PaperBrand>;
}

/** The files for accountants, each with its own address for browsers, and sums for their page. */
export function accountingPanelRoutes(deps: AccountingPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const format of Object.keys(ROUTES) as MovementFormat[]) {
      await app.register(fileRoute(deps, format));
    }
    await app.register(dueTotalsPanelRoutes(deps));
  };
}

function fileRoute(
  { exportDatabase, clock, productName, readPaperBrand }: AccountingPanelDeps,
  format: MovementFormat,
): FastifyPluginAsyncTypebox {
  const { operationId, file } = ROUTES[format];
  const [type = ''] = MOVEMENT_FILES[format].type.split(';');
  return async (app) => {
    app.get(
      `/api/panel/:environment/accounting/${file}`,
      {
        exposeHeadRoute: false,
        schema: {
          operationId,
          params: EnvironmentParams,
          querystring: AccountingPeriod,
          response: {
            // In the API document a text; the handler returns a stream.
            200: { content: { [type]: { schema: Type.Unsafe<Readable>({ type: 'string' }) } } },
            ...panelReadResponses(['invalid_request', 'export_too_large']),
          },
        },
      },
      async (request, reply) => {
        const parsed = parsePeriod(memberScope(request), request.query, clock);
        const { merchant } = memberOf(request);
        const brand = { productName, readPaperBrand };
        const language = languageOf(request);
        const file = { ...parsed, ...brand, format, merchant, now: clock.now(), language };
        return sendFile(reply, await movementFile(exportDatabase, file));
      },
    );
  };
}
