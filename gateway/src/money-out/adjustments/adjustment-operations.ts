import { type Static, Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { centavos, centavosOrNull } from '#src/ground/money/centavos.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { adjustBalance } from './adjust-balance.ts';
import type { AdjustmentDeps } from './adjustment-deps.ts';
import {
  AdjustBody,
  Adjusted,
  AdjustmentList,
  Environment,
  HoldBody,
  HoldList,
  MerchantParams,
  ReleaseBody,
} from './adjustment-schemas.ts';
import { adjustmentView } from './balance-adjustment.ts';
import { BalanceAdjustmentView } from './balance-adjustment-schemas.ts';
import { findAdjustable, readAdjustments } from './balance-request.ts';
import { holdBalance, listOpenHolds, openHoldView, releaseBalance } from './hold-balance.ts';

const { operation, listOf } = operationsOf<AdjustmentDeps>();

const HOLDS_MAX = 200;
const MERCHANT_CODES: readonly ProblemCode[] = ['merchant_not_found', 'sandbox_forbidden'];

/** Operators credit and debit a merchant, and block and release an amount of it. */
export const adjustmentOperations = [
  listOf({
    at: 'GET /merchants/:username/adjustments',
    operator: { id: 'listAdjustments', access: operatorRules.read },
    params: MerchantParams,
    query: Type.Object({ ...CursorQuery.properties, environment: Environment }),
    page: AdjustmentList,
    refuses: MERCHANT_CODES,
    select: async ({ deps: { database }, params, query: { environment } }, place) => {
      const { merchantId } = await findAdjustable(database, params.username);
      return readAdjustments(database, { merchantId, environment }, place);
    },
    view: adjustmentView,
  }),
  operation({
    at: 'GET /merchants/:username/holds',
    operator: { id: 'listOpenHolds', access: operatorRules.read },
    params: MerchantParams,
    query: Type.Object({ environment: Environment }),
    answer: [200, HoldList],
    refuses: MERCHANT_CODES,
    run: async ({ deps: { database }, params, query: { environment } }) => {
      const { merchantId } = await findAdjustable(database, params.username);
      const holds = await listOpenHolds(database, { merchantId, environment }, HOLDS_MAX);
      return { data: holds.map(openHoldView) };
    },
  }),
  operation({
    at: 'POST /merchants/:username/adjustments',
    operator: { id: 'adjustBalance', access: operatorRules.money },
    params: MerchantParams,
    hasRequestKey: true,
    body: AdjustBody,
    answer: [201, Adjusted],
    refuses: [...MERCHANT_CODES, 'balance_limit_reached'],
    run: async ({ deps, by, params: { username }, requestKey, body }) => {
      const wanted = { username, requestKey, ...changeIn(body) };
      const { adjustment, proposal } = await adjustBalance(deps, wanted, by);
      return {
        adjustment: adjustment ? adjustmentView(adjustment) : null,
        proposal_id: proposal?.id ?? null,
      };
    },
  }),
  operation({
    at: 'POST /merchants/:username/holds',
    operator: { id: 'holdBalance', access: operatorRules.money },
    params: MerchantParams,
    hasRequestKey: true,
    body: HoldBody,
    answer: [201, BalanceAdjustmentView],
    refuses: [...MERCHANT_CODES, 'balance_limit_reached'],
    run: async ({ deps, by, params: { username }, requestKey, body }) =>
      adjustmentView(await holdBalance(deps, { username, requestKey, ...changeIn(body) }, by)),
  }),
  operation({
    at: 'POST /holds/:id/release',
    operator: {
      id: 'releaseBalance',
      at: 'POST /holds/:hold_id/release',
      params: Type.Object({ hold_id: Type.String({ maxLength: 64 }) }),
      access: operatorRules.money,
    },
    notFound: 'hold_not_found',
    hasRequestKey: true,
    body: ReleaseBody,
    answer: [201, BalanceAdjustmentView],
    refuses: ['release_exceeds_hold'],
    run: async ({ deps, by, params: { id: holdId }, requestKey, body }) => {
      const [amount, reason] = [centavosOrNull(body.amount ?? null), body.reason.trim()];
      return adjustmentView(await releaseBalance(deps, { holdId, reason, requestKey, amount }, by));
    },
  }),
];

/** The change of a balance in a body that the schema has checked. */
function changeIn({ environment, amount, reason, reference }: Static<typeof HoldBody>) {
  return {
    environment,
    amount: centavos(amount),
    reason: reason.trim(),
    reference: reference?.trim() || null,
  };
}
