import { type Caller, refuseSandbox } from '#src/ground/access/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';

/** Whether the bank behind live keys has Pix Automático. */
export interface LiveOffer {
  readonly isOffered: boolean;
}

/**
 * Refuses callers who can't have subscriptions: live ones without a bank that has Pix Automático
 * (`subscriptions_unavailable`), and the public sandbox (`sandbox_forbidden`).
 */
export function refuseSubscriptions({ isOffered }: LiveOffer, caller: Caller): void {
  if (caller.environment === 'live' && !isOffered) throw new Refusal('subscriptions_unavailable');
  refuseSandbox(caller);
}
