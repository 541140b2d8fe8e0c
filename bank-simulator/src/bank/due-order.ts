import type { AdditionalInformation, Debtor } from '../state/records.ts';
import type { DueTerms } from './due-amount.ts';
import { type BankRefusal, refuseField } from './refusal.ts';

/** The parsed request for a charge with a due date (`CobVSolicitada`). */
export interface DueChargeOrder extends Omit<DueTerms, 'daysAfterDue'> {
  readonly daysAfterDue?: number;
  readonly key: string;
  readonly debtor: Debtor;
  readonly requestToPayer?: string;
  readonly additionalInformation?: readonly AdditionalInformation[];
  readonly locationId?: number | undefined;
}

export const AMOUNT_PARTS = ['fine', 'interest', 'rebate', 'discount'] as const;
export type AmountPart = (typeof AMOUNT_PARTS)[number];

/** The refusal of a part that is null, by a bank that doesn't know it. */
export function refuseNull(): BankRefusal {
  return refuseField('dueChargeInvalid', 'cobv.valor', 'O objeto não respeita o schema');
}

/** The objects that a revision names; each replaces the whole object of the charge. */
export type DueChargeRevision = Partial<DueChargeOrder> & {
  readonly isRemoved?: boolean;
  /** Whether `valor` was named, so that the parts that it lacks end. */
  readonly replacesAmount?: boolean;
  /** The parts that are named as null. */
  readonly endedParts?: readonly AmountPart[];
};
