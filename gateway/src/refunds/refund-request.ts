import type { Actor } from '#src/access/actor.ts';
import type { Caller } from '#src/access/merchant.ts';
import type { CreationRequest } from '#src/idempotency/create-under-keys.ts';
import type { Centavos } from '#src/money/centavos.ts';

/** What a merchant asks for: checked for shape, texts trimmed. */
export interface RefundRequest extends CreationRequest {
  readonly caller: Caller;
  /** The charge that was paid. */
  readonly chargeId: string;
  /** Undefined is everything that is left. */
  readonly amount: Centavos | undefined;
  readonly reason: string | null;
  /** The origin bears the parts of the recipients too. */
  readonly merchantAbsorbs: boolean;
  /** The person who asks for it by hand at the panel. */
  readonly by?: Actor;
}

/** A request with the id that its refund gets, should it be accepted. */
export interface RefundToDecide {
  readonly id: string;
  readonly request: RefundRequest;
}
