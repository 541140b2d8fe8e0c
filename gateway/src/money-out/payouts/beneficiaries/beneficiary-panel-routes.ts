import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { actorOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import {
  AMOUNT_CENTAVOS_MAX,
  centavosOrNull,
  centavosToJsonOrNull,
} from '#src/ground/money/centavos.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { beneficiaryOfBody, PayoutBody } from '../payout-schemas.ts';
import { selectBeneficiaries } from './beneficiary-store.ts';
import {
  type BeneficiaryDeps,
  changeBeneficiary,
  removeBeneficiary,
  saveBeneficiary,
} from './save-beneficiaries.ts';
import type { SavedBeneficiary } from './saved-beneficiary.ts';

const PATH = '/api/panel/:environment/beneficiaries';
const Params = Type.Object({
  ...EnvironmentParams.properties,
  id: Type.String({ maxLength: 64 }),
});
const Amount = Type.Union([
  Type.Integer({ minimum: 1, maximum: Number(AMOUNT_CENTAVOS_MAX) }),
  Type.Null(),
]);
const Limits = Type.Object({ per_payout: Amount, per_day: Amount });
const View = Type.Object({
  id: Type.String(),
  name: Type.String(),
  document: Type.String(),
  pix_key: Type.String(),
  pix_key_type: Type.String(),
  ...Limits.properties,
  created_at: Type.String(),
});
const {
  pix_key: PixKey,
  pix_key_type: PixKeyType,
  beneficiary: Beneficiary,
} = PayoutBody.properties;
const SaveBody = Type.Object({
  pix_key: PixKey,
  pix_key_type: PixKeyType,
  beneficiary: Beneficiary,
  ...Limits.properties,
  code: OptionalCode,
});
const ChangeBody = Type.Object({
  name: Beneficiary.properties.name,
  ...Limits.properties,
  code: OptionalCode,
});

/** The saved beneficiaries of payouts. */
export function beneficiaryPanelRoutes(deps: BeneficiaryDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(listRoute(deps));
    await app.register(saveRoute(deps));
    await app.register(changeRoute(deps));
    await app.register(removeRoute(deps));
  };
}

function listRoute({ database }: BeneficiaryDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listBeneficiaries',
          params: EnvironmentParams,
          response: { 200: Type.Object({ data: Type.Array(View) }), ...panelReadResponses() },
        },
      },
      async (request) => ({
        data: (await readBeneficiaries(database, memberScope(request))).map(viewOf),
      }),
    );
  };
}

function saveRoute(deps: BeneficiaryDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        config: { taxIdOf: 'beneficiary' },
        schema: {
          operationId: 'saveBeneficiary',
          params: EnvironmentParams,
          body: SaveBody,
          response: {
            201: View,
            ...panelChangeResponses([
              'beneficiary_exists',
              'too_many_beneficiaries',
              'invalid_pix_key',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request, reply) => {
        const { body } = request;
        const wanted = { ...beneficiaryOfBody(body), limits: limitsOf(body) };
        const saved = await saveBeneficiary(deps, memberScope(request), wanted, actorOf(request));
        return reply.code(201).send(viewOf(saved));
      },
    );
  };
}

function changeRoute(deps: BeneficiaryDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.put(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'changeBeneficiary',
          params: Params,
          body: ChangeBody,
          response: {
            200: View,
            ...panelChangeResponses(['beneficiary_not_found', 'second_factor_invalid']),
          },
        },
      },
      async (request) => {
        const { body, params } = request;
        if (!isId(params.id)) throw new Refusal('beneficiary_not_found');
        const wanted = { id: params.id, name: body.name.trim(), limits: limitsOf(body) };
        const scope = memberScope(request);
        return viewOf(await changeBeneficiary(deps, scope, wanted, actorOf(request)));
      },
    );
  };
}

function removeRoute(deps: BeneficiaryDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/remove`,
      {
        schema: {
          operationId: 'removeBeneficiary',
          params: Params,
          body: Type.Object({ code: OptionalCode }),
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...panelChangeResponses(['beneficiary_not_found', 'second_factor_invalid']),
          },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('beneficiary_not_found');
        await removeBeneficiary(deps, memberScope(request), id, actorOf(request));
        return { status: 'ok' } as const;
      },
    );
  };
}

function limitsOf(body: Static<typeof Limits>): SavedBeneficiary['limits'] {
  return { perPayout: centavosOrNull(body.per_payout), perDay: centavosOrNull(body.per_day) };
}

function viewOf(saved: SavedBeneficiary) {
  const { id, name, document, pixKey, pixKeyType, limits, createdAt } = saved;
  return {
    id,
    name,
    document,
    pix_key: pixKey,
    pix_key_type: pixKeyType,
    per_payout: centavosToJsonOrNull(limits.perPayout),
    per_day: centavosToJsonOrNull(limits.perDay),
    created_at: isoTime(createdAt),
  };
}

/** The saved beneficiaries of a scope by name. */
async function readBeneficiaries(
  database: Queryable,
  scope: LedgerScope,
): Promise<readonly SavedBeneficiary[]> {
  const saved = await selectBeneficiaries(database, scope);
  const order = new Intl.Collator('pt-BR');
  return saved.toSorted((left, right) => order.compare(left.name, right.name));
}
