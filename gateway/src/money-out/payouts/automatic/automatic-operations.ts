import { Type } from 'typebox';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { isId } from '#src/ground/ids.ts';
import {
  AMOUNT_CENTAVOS_MAX,
  centavos,
  centavosToJson,
  centavosToJsonOrNull,
} from '#src/ground/money/centavos.ts';
import { NullableText } from '#src/ground/schemas/text-schemas.ts';
import { type AutomaticRule, automaticRules } from './automatic-payout.ts';
import { readAutomatic, setAutomatic } from './set-automatic.ts';

const { operation } = operationsOf<DatabaseAndClock>();
const Amount = Type.Integer({ minimum: 0, maximum: Number(AMOUNT_CENTAVOS_MAX) });
const Setting = Type.Object({
  beneficiary_id: Type.String({ maxLength: 64 }),
  rule: Type.Unsafe<AutomaticRule>({ type: 'string', enum: [...automaticRules] }),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'Em Brasília.' }),
  weekday: Type.Integer({ minimum: 0, maximum: 6, description: '0 é domingo.' }),
  above: Amount,
  keep: Amount,
  is_on: Type.Boolean(),
});
const View = Type.Object({
  setting: Type.Union([
    Type.Object({ ...Setting.properties, next_run_at: NullableText }),
    Type.Null(),
  ]),
  runs: Type.Array(
    Type.Object({
      id: Type.String(),
      payout_id: NullableText,
      amount: Type.Union([Type.Integer(), Type.Null()]),
      skip_reason: NullableText,
      ran_at: Type.String(),
    }),
  ),
});

/** The operations on the automatic payout of a merchant. */
export const automaticOperations = [
  operation({
    at: 'GET /automatic-payout',
    member: { id: 'getAutomaticPayout', access: memberRules.read },
    answer: [200, View],
    run: ({ deps, owner }) => view(deps, owner.scope),
  }),
  operation({
    at: 'PUT /automatic-payout',
    member: { id: 'setAutomaticPayout', access: memberRules.money },
    body: Type.Object({ ...Setting.properties, code: OptionalCode }),
    answer: [200, View],
    refuses: ['beneficiary_not_found'],
    run: async ({ deps, owner: { scope }, by, body }) => {
      if (!isId(body.beneficiary_id)) throw new Refusal('beneficiary_not_found');
      const { rule, hour, weekday, is_on: isOn, beneficiary_id: beneficiaryId } = body;
      const amounts = { above: centavos(body.above), keep: centavos(body.keep) };
      const wanted = { rule, hour, weekday, isOn, beneficiaryId, ...amounts };
      await setAutomatic(deps, scope, wanted, by);
      return view(deps, scope);
    },
  }),
];

async function view({ database }: DatabaseAndClock, scope: LedgerScope) {
  const { automatic, runs } = await readAutomatic(database, scope);
  return {
    setting: automatic
      ? {
          beneficiary_id: automatic.beneficiaryId,
          rule: automatic.rule,
          hour: automatic.hour,
          weekday: automatic.weekday,
          above: centavosToJson(automatic.above),
          keep: centavosToJson(automatic.keep),
          is_on: automatic.nextRunAt !== null,
          next_run_at: automatic.nextRunAt === null ? null : isoTime(automatic.nextRunAt),
        }
      : null,
    runs: runs.map((run) => ({
      id: run.id,
      payout_id: run.payoutId,
      amount: centavosToJsonOrNull(run.amount),
      skip_reason: run.skipReason,
      ran_at: isoTime(run.ranAt),
    })),
  };
}
