import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { type Clock, isoTime } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { totalToJson } from '#src/ground/money/centavos.ts';
import { DONE, Done, EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { readPlatformTotals } from './read-totals.ts';
import { listVerifications, requestVerification, type Verification } from './run-verifications.ts';

const VERIFICATIONS_SHOWN = 10;
const Nullable = Type.Union([Type.String(), Type.Null()]);
const Centavos = Type.Integer({ description: 'Centavos.' });

const Totals = Type.Object({
  owed_available: Centavos,
  owed_reserved: Centavos,
  owed_blocked: Centavos,
  owed_pending_settlement: Centavos,
  debt: Type.Integer({ description: 'Dívidas dos lojistas: zero ou negativo, em centavos.' }),
  fees: Centavos,
  operator: Type.Integer({ description: 'Do operador: aportes menos retiradas e tarifas.' }),
  suspense: Type.Integer({ description: 'Recebido e ainda não identificado, em centavos.' }),
  bank: Centavos,
  adjustments: Centavos,
  difference: Type.Integer({ description: 'A soma de tudo: zero.' }),
});

const Verifications = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      status: oneOf(['waiting', 'running', 'done']),
      is_scheduled: Type.Boolean(),
      is_full: Type.Boolean(),
      asked_at: Type.String(),
      finished_at: Nullable,
      is_clean: Type.Union([Type.Boolean(), Type.Null()]),
      laws: Type.Array(
        Type.Object({
          law: Type.String(),
          checked: Type.Integer(),
          differences: Type.Array(Type.Record(Type.String(), Type.Unknown())),
        }),
      ),
    }),
  ),
});

export interface LedgerRoutesDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** The totals of the ledger and its verifications, for operators. */
export function ledgerOperatorRoutes(deps: LedgerRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(totalsRoute(deps));
    await app.register(verificationRoutes(deps));
  };
}

function totalsRoute({ database }: LedgerRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/ledger/:environment',
      {
        schema: {
          operationId: 'getPlatformLedger',
          params: EnvironmentParams,
          response: { 200: Totals, ...panelReadResponses() },
        },
      },
      async (request) => {
        const totals = await readPlatformTotals(database, request.params.environment);
        return {
          owed_available: totalToJson(totals.available),
          owed_reserved: totalToJson(totals.reserved),
          owed_blocked: totalToJson(totals.blocked),
          owed_pending_settlement: totalToJson(totals.pendingSettlement),
          debt: totalToJson(totals.debt),
          fees: totalToJson(totals.fees),
          operator: totalToJson(totals.operator),
          suspense: totalToJson(totals.suspense),
          bank: totalToJson(totals.bank),
          adjustments: totalToJson(totals.adjustments),
          difference: totalToJson(totals.difference),
        };
      },
    );
  };
}

function verificationRoutes(deps: LedgerRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/ledger-verifications',
      {
        schema: {
          operationId: 'listVerifications',
          response: { 200: Verifications, ...panelReadResponses() },
        },
      },
      async () => {
        const verifications = await listVerifications(deps.database, VERIFICATIONS_SHOWN);
        return { data: verifications.map(verificationView) };
      },
    );
    app.post(
      '/api/operator/ledger-verifications',
      {
        schema: {
          operationId: 'verifyLedger',
          querystring: Type.Object({
            scope: Type.Optional(
              oneOf(['new', 'all'], {
                description: 'all: desde o primeiro lançamento de cada livro.',
              }),
            ),
          }),
          response: {
            202: Done,
            ...operatorChangeResponses(),
          },
        },
      },
      async (request, reply) => {
        await requestVerification(deps, request.query.scope === 'all');
        const change = {
          action: 'ledger.verification_asked' as const,
          merchantId: null,
          subject: 'ledger',
        };
        await deps.database.transaction(async (tx) =>
          recordChange(tx, actorOf(request), change, deps.clock.now()),
        );
        return reply.code(202).send(DONE);
      },
    );
  };
}

function verificationView(verification: Verification) {
  const { id, status, isScheduled, isFull, askedAt, finishedAt, isClean, laws } = verification;
  return {
    id,
    status,
    is_scheduled: isScheduled,
    is_full: isFull,
    is_clean: isClean,
    asked_at: isoTime(askedAt),
    finished_at: finishedAt === null ? null : isoTime(finishedAt),
    laws: laws.map(({ law, checked, differences }) => ({
      law,
      checked,
      differences: differences.map((difference) => ({ ...difference })),
    })),
  };
}
