import { type Caller, refuseSandbox } from '#src/ground/access/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';

/** Whether the bank behind live keys has Pix Automático. */
export interface LiveOffer {
  readonly isOffered: boolean;
}

/**
 * Refuses `subscriptions_unavailable` for live keys without a bank that has Pix Automático, and
 * `sandbox_forbidden`.
 */
export function refuseUnoffered({ isOffered }: LiveOffer, caller: Caller): void {
  if (caller.environment === 'live' && !isOffered) throw new Refusal('subscriptions_unavailable');
  refuseSandbox(caller);
}
