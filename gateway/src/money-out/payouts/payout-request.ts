import type { Actor } from '#src/ground/access/actor.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { CreationRequest } from '#src/ground/idempotency/create-under-keys.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { PixKeyType } from '#src/ground/pix/pix-key.ts';
import type { Beneficiary } from './payout.ts';

export interface PayoutDeps extends DatabaseAndClock {
  /** How long after its creation the simulator settles a payout of the test environment. */
  readonly paymentDelaySeconds: number;
  /** Whether a bank is configured that sends; without one live payouts are refused. */
  readonly canSend: boolean;
}

/** A merchant's request for a payout: its shape is checked, its texts are trimmed. */
export interface PayoutRequest extends CreationRequest {
  readonly caller: Caller;
  readonly amount: Centavos;
  readonly uncheckedPixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly beneficiary: Beneficiary;
  readonly externalId: string | null;
  readonly webhookUrl: string | null;
  /** The person who requests the payout at the panel. */
  readonly by?: Actor;
  /** The line of a batch that the payout is. */
  readonly ofBatch?: { readonly id: string; readonly line: number };
}
