import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { operatorCodeResponses } from '#src/ground/errors/problem-schemas.ts';
import { TERMS_FIELDS, termsView } from '#src/ledger/settlements/terms-view.ts';
import { UsernameParams } from './merchant-operator-schemas.ts';
import { setSettlementTerms } from './set-settlement-terms.ts';

const Terms = Type.Object(TERMS_FIELDS);
const TermsBody = Type.Object({ ...TERMS_FIELDS, code: OptionalCode });

/** The operators' change of a merchant's settlement terms. */
export function settlementOperatorRoutes(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.put(
      '/api/operator/merchants/:username/settlement',
      {
        schema: {
          operationId: 'setSettlementTerms',
          params: UsernameParams,
          body: TermsBody,
          response: {
            200: Terms,
            ...operatorCodeResponses([
              'merchant_not_found',
              'sandbox_forbidden',
              'settlement_invalid',
            ]),
          },
        },
      },
      async (request) => {
        const { params, body } = request;
        const terms = {
          delayDays: body.delay_days,
          inBusinessDays: body.business_days,
          reserveBasisPoints: body.reserve_basis_points,
          reserveDays: body.reserve_days,
        };
        return termsView(await setSettlementTerms(deps, params.username, terms, actorOf(request)));
      },
    );
  };
}
