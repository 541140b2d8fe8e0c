import { type Caller, refuseSandbox } from '#src/ground/access/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';

/** Refuses `subscriptions_unavailable` for live keys, and `sandbox_forbidden`. */
export function refuseLive(caller: Caller): void {
  if (caller.environment === 'live') throw new Refusal('subscriptions_unavailable');
  refuseSandbox(caller);
}
