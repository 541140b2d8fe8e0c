import type { AdditionalInformation, Debtor } from '../state/records.ts';
import type { DueTerms } from './due-amount.ts';

/** The parsed request for a charge with a due date (`CobVSolicitada`). */
export interface DueChargeOrder extends Omit<DueTerms, 'daysAfterDue'> {
  readonly daysAfterDue?: number;
  readonly key: string;
  readonly debtor: Debtor;
  readonly requestToPayer?: string;
  readonly additionalInformation?: readonly AdditionalInformation[];
  readonly locationId?: number | undefined;
}

/** The objects that a revision names; each replaces the whole object of the charge. */
export type DueChargeRevision = Partial<DueChargeOrder> & {
  readonly isRemoved?: boolean;
  /** Whether `valor` was named, so that the parts that it lacks end. */
  readonly replacesAmount?: boolean;
};
