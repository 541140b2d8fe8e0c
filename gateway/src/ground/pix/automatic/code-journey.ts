/**
 * The ways in which a payer authorizes a recurrence of Pix Automático with a code: `code` only
 * authorizes (journey 2 of the standard), `code_and_first_payment` pays an immediate charge and
 * authorizes with one confirmation (3), `offer` offers to authorize after a payment (4). Journey 1
 * has no code: the payer's bank asks the payer.
 */
export type CodeJourney = 'code' | 'code_and_first_payment' | 'offer';

const DUE_CHARGE_LOCATION = /\/cobv\/[^/]+$/i;

/** The part of a code with a recurrence that can be paid. */
export interface PayablePart {
  /** The address of the charge; undefined in a code without one. */
  readonly chargeLocation: string | undefined;
  /** Whether the code names a Pix key, as static codes do. */
  readonly hasKey: boolean;
}

/**
 * The journey of a code with a recurrence. The standard tells journeys 3 and 4 apart by the charge:
 * an immediate one, or one with a due date, whose address must have `/cobv/`, or a static code.
 */
export function journeyOfCode({ chargeLocation, hasKey }: PayablePart): CodeJourney {
  if (chargeLocation === undefined) return hasKey ? 'offer' : 'code';
  return DUE_CHARGE_LOCATION.test(chargeLocation) ? 'offer' : 'code_and_first_payment';
}
