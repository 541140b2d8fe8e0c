import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { memberOf } from '#src/ground/access/member-of-request.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { previewSplit } from './preview-split.ts';
import {
  SplitPreviewBody,
  splitPreviewPanelResponses,
  splitPreviewResponses,
} from './split-preview-schemas.ts';

export interface SplitPreviewDeps {
  readonly database: Queryable;
}

/** POST /v1/splits/preview: the arithmetic of a charge and its split; creates nothing. */
export function splitPreviewRoute({ database }: SplitPreviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/splits/preview',
      {
        config: { keyScope: 'charges:read' },
        schema: {
          operationId: 'previewSplit',
          summary: 'Calcula um split',
          description:
            'A tarifa, cada parte e o que fica com você, com as mesmas recusas da criação da ' +
            'cobrança. Nada é criado, e `Idempotency-Key` não é usada.',
          tags: ['Splits'],
          body: SplitPreviewBody,
          response: splitPreviewResponses,
        },
      },
      (request) => {
        const { amount, split } = request.body;
        return previewSplit(database, {
          origin: callerOf(request),
          ...{ amount: centavos(amount), split },
        });
      },
    );
  };
}

/** The panel's route that shows the arithmetic of the charge in the form. */
export function splitPreviewPanelRoute({ database }: SplitPreviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/:environment/splits/preview',
      {
        config: { isOpenToSandbox: true },
        schema: {
          operationId: 'previewSplitByHand',
          params: EnvironmentParams,
          body: SplitPreviewBody,
          response: splitPreviewPanelResponses,
        },
      },
      (request) => {
        const { amount, split } = request.body;
        return previewSplit(database, {
          origin: memberOf(request).merchant,
          ...{ amount: centavos(amount), split },
        });
      },
    );
  };
}
