import { Type } from 'typebox';
import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { cancelRaise, setMerchantLimits, setOperatorLimits } from './change-payout-limits.ts';
import { LimitsBody, LimitsView, limitsOfBody, limitsView } from './payout-limit-schemas.ts';
import { readPayoutLimits } from './read-payout-limits.ts';

const { operation } = operationsOf<DatabaseAndClock>();

const OfMerchant = Type.Object({
  ...EnvironmentParams.properties,
  username: Type.String({ maxLength: 64 }),
});

/**
 * The operations on limits of payouts. A merchant's own are lowered at once and raised after a
 * day; those that an operator sets have effect at once.
 */
export const payoutLimitOperations = [
  operation({
    at: 'GET /payout-limits',
    member: { id: 'getPayoutLimits', access: memberRules.read },
    answer: [200, LimitsView],
    run: ({ deps, owner }) => view(deps, owner.scope),
  }),
  operation({
    at: 'PUT /payout-limits',
    member: { id: 'setPayoutLimits', access: memberRules.money },
    body: LimitsBody,
    answer: [200, LimitsView],
    refuses: ['payout_limit_above_maximum'],
    run: async ({ deps, owner: { scope }, by, body }) => {
      await setMerchantLimits(deps, scope, limitsOfBody(body), by);
      return view(deps, scope);
    },
  }),
  operation({
    at: 'DELETE /payout-limits/pending',
    member: { id: 'cancelPayoutRaise', access: memberRules.charge },
    answer: [200, LimitsView],
    refuses: ['payout_raise_not_found'],
    run: async ({ deps, owner: { scope }, by }) => {
      await cancelRaise(deps, scope, by);
      return view(deps, scope);
    },
  }),
  operation({
    at: 'GET /merchants/:username/payout-limits/:environment',
    operator: { id: 'getPayoutLimitsOfMerchant', access: operatorRules.read },
    params: OfMerchant,
    answer: [200, LimitsView],
    refuses: ['merchant_not_found'],
    run: async ({ deps, params }) => view(deps, await scopeOf(deps, params)),
  }),
  operation({
    at: 'PUT /merchants/:username/payout-limits/:environment',
    operator: { id: 'setPayoutLimitsOfMerchant', access: operatorRules.money },
    params: OfMerchant,
    body: LimitsBody,
    answer: [200, LimitsView],
    refuses: ['merchant_not_found', 'sandbox_forbidden'],
    run: async ({ deps, by, params, body }) => {
      const scope = await scopeOf(deps, params);
      refuseSandbox(scope);
      await setOperatorLimits(deps, scope, () => limitsOfBody(body), by);
      return view(deps, scope);
    },
  }),
];

async function scopeOf(
  { database }: DatabaseAndClock,
  { username, environment }: { readonly username: string; readonly environment: Environment },
) {
  const { merchantId, isSandbox } = await findMerchant(database, username);
  return { merchantId, environment, isSandbox };
}

async function view({ database, clock }: DatabaseAndClock, scope: LedgerScope) {
  return limitsView(await readPayoutLimits(database, scope, clock.now()));
}
