import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { totalToJson } from '#src/ground/money/centavos.ts';
import { DONE, Done, EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { readPlatformTotals } from './read-totals.ts';
import { listVerifications, requestVerification, type Verification } from './run-verifications.ts';

const VERIFICATIONS_SHOWN = 10;
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
      finished_at: NullableText,
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

const { operation } = operationsOf<DatabaseAndClock>();

/** The operations on the totals of the ledger and its verifications, for operators. */
export const booksOperations = [
  operation({
    at: 'GET /ledger/:environment',
    operator: { id: 'getPlatformLedger', access: operatorRules.read },
    params: EnvironmentParams,
    answer: [200, Totals],
    run: async ({ deps, params: { environment } }) => {
      const totals = await readPlatformTotals(deps.database, environment);
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
  }),
  operation({
    at: 'GET /ledger-verifications',
    operator: { id: 'listVerifications', access: operatorRules.read },
    answer: [200, Verifications],
    run: async ({ deps }) => {
      const verifications = await listVerifications(deps.database, VERIFICATIONS_SHOWN);
      return { data: verifications.map(verificationView) };
    },
  }),
  operation({
    at: 'POST /ledger-verifications',
    operator: { id: 'verifyLedger', access: operatorRules.books },
    query: Type.Object({
      scope: Type.Optional(
        oneOf(['new', 'all'], {
          description: 'all: desde o primeiro lançamento de cada livro.',
        }),
      ),
    }),
    answer: [202, Done],
    run: async ({ deps, query, by }) => {
      await requestVerification(deps, query.scope === 'all');
      const change = {
        action: 'ledger.verification_asked' as const,
        merchantId: null,
        subject: 'ledger',
      };
      await deps.database.transaction(async (tx) => recordChange(tx, by, change, deps.clock.now()));
      return DONE;
    },
  }),
];

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
