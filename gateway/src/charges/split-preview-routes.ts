import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { memberOf } from '#src/ground/access/member-of-request.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { dueFromBody } from './due/due-from-body.ts';
import type { LocalHolidaysOf } from './due/local-holidays.ts';
import { previewChangedSplit, previewSplit } from './preview-split.ts';
import {
  SplitPreviewBody,
  splitPreviewPanelResponses,
  splitPreviewResponses,
} from './split-preview-schemas.ts';

export interface SplitPreviewDeps {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly localHolidays: LocalHolidaysOf;
}

/** POST /v1/splits/preview: the arithmetic of a charge and its split; creates nothing. */
export function splitPreviewRoute(deps: SplitPreviewDeps): FastifyPluginAsyncTypebox {
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
            'cobrança. Nada é criado, e `Idempotency-Key` não é usada. Com `due_date` a resposta ' +
            'tem também a divisão do menor e do maior valor, e quanto se paga em cada dia. Com ' +
            '`internal_id` calcula a alteração de uma cobrança, com as recusas da alteração.',
          tags: ['Splits'],
          body: SplitPreviewBody,
          response: splitPreviewResponses,
        },
      },
      (request) => {
        const caller = callerOf(request);
        return preview(deps, { origin: caller, environment: caller.environment }, request.body);
      },
    );
  };
}

/** The panel's route that shows the arithmetic of the charge in the form. */
export function splitPreviewPanelRoute(deps: SplitPreviewDeps): FastifyPluginAsyncTypebox {
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
        const origin = memberOf(request).merchant;
        const { environment } = request.params;
        return preview(deps, { origin, environment }, request.body);
      },
    );
  };
}

function preview(
  deps: SplitPreviewDeps,
  { origin, environment }: { readonly origin: Merchant; readonly environment: Environment },
  body: Static<typeof SplitPreviewBody>,
) {
  const { amount, split, internal_id: id, payer: _, ...rules } = body;
  if (id != null) {
    const key = { merchantId: origin.merchantId, environment, id: id.trim() };
    return previewChangedSplit(deps, key, { amount, ...rules });
  }
  return previewSplit(deps.database, {
    origin,
    amount: centavos(amount),
    split,
    due: dueFromBody(body, deps.localHolidays),
    now: deps.clock.now(),
  });
}
