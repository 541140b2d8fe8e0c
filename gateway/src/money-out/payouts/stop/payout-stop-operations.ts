import { Type } from 'typebox';
import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { PLATFORM_STOP } from './payout-stop.ts';
import {
  OperatorResumeBody,
  OperatorStopBody,
  PlatformStopsView,
  platformStopsView,
  ResumeBody,
  ScopeStopsView,
  StopBody,
  scopeStopsView,
} from './payout-stop-schemas.ts';
import { readPlatformStops, readScopeStops } from './read-payout-stops.ts';
import { resumePayouts, stopPayouts } from './stop-payouts.ts';

const { operation } = operationsOf<DatabaseAndClock>();

const Username = Type.Object({ username: Type.String({ maxLength: 64 }) });

/** The switches of a merchant and of operators. Stopping is one step; resuming needs a code. */
export const payoutStopOperations = [
  operation({
    at: 'GET /payout-stop',
    member: { id: 'getPayoutStop', access: memberRules.read },
    answer: [200, ScopeStopsView],
    run: ({ deps, owner }) => stopsOf(deps, owner.scope),
  }),
  operation({
    at: 'POST /payout-stop',
    // A stop protects money, so it needs no code.
    member: { id: 'stopPayouts', access: memberRules.charge },
    body: StopBody,
    answer: [200, ScopeStopsView],
    run: async ({ deps, owner: { scope }, by, body }) => {
      await stopPayouts(deps, { ...scope, stoppedBy: 'merchant' }, reasonIn(body), by);
      return stopsOf(deps, scope);
    },
  }),
  operation({
    at: 'POST /payout-stop/resume',
    member: { id: 'resumePayouts', access: memberRules.money },
    body: ResumeBody,
    answer: [200, ScopeStopsView],
    run: async ({ deps, owner: { scope }, by }) => {
      await resumePayouts(deps, { ...scope, stoppedBy: 'merchant' }, by);
      return stopsOf(deps, scope);
    },
  }),
  operation({
    at: 'GET /payout-stops',
    operator: { id: 'listPayoutStops', access: operatorRules.read },
    answer: [200, PlatformStopsView],
    run: ({ deps }) => allStops(deps),
  }),
  operation({
    at: 'POST /payout-stops',
    operator: { id: 'stopAllPayouts', access: operatorRules.books },
    body: StopBody,
    answer: [200, PlatformStopsView],
    run: async ({ deps, by, body }) => {
      await stopPayouts(deps, PLATFORM_STOP, reasonIn(body), by);
      return allStops(deps);
    },
  }),
  operation({
    at: 'POST /payout-stops/resume',
    operator: { id: 'resumeAllPayouts', access: operatorRules.money },
    body: ResumeBody,
    answer: [200, PlatformStopsView],
    run: async ({ deps, by }) => {
      await resumePayouts(deps, PLATFORM_STOP, by);
      return allStops(deps);
    },
  }),
  operation({
    at: 'POST /merchants/:username/payout-stop',
    operator: { id: 'stopPayoutsOfMerchant', access: operatorRules.books },
    params: Username,
    body: OperatorStopBody,
    answer: [200, PlatformStopsView],
    refuses: ['merchant_not_found'],
    run: async ({ deps, by, params: { username }, body }) => {
      const stop = await operatorStop(deps, username, body.environment);
      await stopPayouts(deps, stop, reasonIn(body), by);
      return allStops(deps);
    },
  }),
  operation({
    at: 'POST /merchants/:username/payout-stop/resume',
    operator: { id: 'resumePayoutsOfMerchant', access: operatorRules.money },
    params: Username,
    body: OperatorResumeBody,
    answer: [200, PlatformStopsView],
    refuses: ['merchant_not_found'],
    run: async ({ deps, by, params: { username }, body }) => {
      await resumePayouts(deps, await operatorStop(deps, username, body.environment), by);
      return allStops(deps);
    },
  }),
];

function reasonIn({ reason }: { readonly reason?: string }): string | null {
  return reason?.trim() || null;
}

async function stopsOf({ database }: DatabaseAndClock, scope: LedgerScope) {
  return scopeStopsView(await readScopeStops(database, scope), { isForMerchant: true });
}

async function allStops({ database }: DatabaseAndClock) {
  return platformStopsView(await readPlatformStops(database));
}

async function operatorStop(
  { database }: DatabaseAndClock,
  username: string,
  environment: Environment,
) {
  const { merchantId } = await findMerchant(database, username);
  return { merchantId, environment, stoppedBy: 'operator' } as const;
}
