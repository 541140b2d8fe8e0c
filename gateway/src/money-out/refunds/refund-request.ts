import type { Actor } from '#src/ground/access/actor.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { CreationRequest } from '#src/ground/idempotency/create-under-keys.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

/** A merchant's request for a refund: its shape is checked, its texts are trimmed. */
export interface RefundRequest extends CreationRequest {
  readonly caller: Caller;
  /** The charge that was paid. */
  readonly chargeId: string;
  /** The merchant's name of the refund by the Central Bank's API. It has an amount and no key. */
  readonly name?: { readonly endToEndId: string; readonly name: string };
  /** Undefined for all that can still be refunded. */
  readonly amount: Centavos | undefined;
  readonly reason: string | null;
  /** The origin refunds the recipients' shares too. */
  readonly merchantAbsorbs: boolean;
  /** The person who requests the refund at the panel. */
  readonly by?: Actor;
}

/** A request, with the id of its refund if it is accepted. */
export interface RefundToDecide {
  readonly id: string;
  readonly request: RefundRequest;
}
