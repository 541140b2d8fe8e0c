import { type Static, Type } from 'typebox';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { CodeOnly, OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import {
  AMOUNT_CENTAVOS_MAX,
  centavosOrNull,
  centavosToJsonOrNull,
} from '#src/ground/money/centavos.ts';
import { DONE, Done, IdParams } from '#src/ground/schemas/panel-schemas.ts';
import { beneficiaryOfBody, PayoutBody } from '../payout-schemas.ts';
import { selectBeneficiaries } from './beneficiary-store.ts';
import { changeBeneficiary, removeBeneficiary, saveBeneficiary } from './save-beneficiaries.ts';
import type { SavedBeneficiary } from './saved-beneficiary.ts';

const { operation } = operationsOf<DatabaseAndClock>();
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

/** The operations on the saved beneficiaries of payouts. */
export const beneficiaryOperations = [
  operation({
    at: 'GET /beneficiaries',
    member: { id: 'listBeneficiaries', access: memberRules.read },
    answer: [200, Type.Object({ data: Type.Array(View) })],
    run: async ({ deps, owner }) => ({
      data: (await readBeneficiaries(deps.database, owner.scope)).map(viewOf),
    }),
  }),
  operation({
    at: 'POST /beneficiaries',
    member: { id: 'saveBeneficiary', access: memberRules.money },
    config: { taxIdOf: 'beneficiary' },
    body: SaveBody,
    answer: [201, View],
    refuses: ['beneficiary_exists', 'too_many_beneficiaries', 'invalid_pix_key'],
    run: async ({ deps, owner: { scope }, by, body }) => {
      const wanted = { ...beneficiaryOfBody(body), limits: limitsOf(body) };
      return viewOf(await saveBeneficiary(deps, scope, wanted, by));
    },
  }),
  operation({
    at: 'PUT /beneficiaries/:id',
    member: { id: 'changeBeneficiary', access: memberRules.money },
    params: IdParams,
    notFound: 'beneficiary_not_found',
    body: ChangeBody,
    answer: [200, View],
    run: async ({ deps, owner: { scope }, by, params: { id }, body }) => {
      const wanted = { id, name: body.name.trim(), limits: limitsOf(body) };
      return viewOf(await changeBeneficiary(deps, scope, wanted, by));
    },
  }),
  operation({
    at: 'POST /beneficiaries/:id/remove',
    // It removes the beneficiary's limits too.
    member: { id: 'removeBeneficiary', access: memberRules.money },
    params: IdParams,
    notFound: 'beneficiary_not_found',
    body: CodeOnly,
    answer: [200, Done],
    run: async ({ deps, owner: { scope }, by, params: { id } }) => {
      await removeBeneficiary(deps, scope, id, by);
      return DONE;
    },
  }),
];

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
