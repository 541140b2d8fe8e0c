import {
  type OrderOperations,
  type OrderState,
  type OrderStep,
  type OrderTime,
  takeOrderStep,
} from './take-order-step.ts';

/** The values that the order's row keeps until its next step. */
export interface OrderProgress {
  readonly nextAt: Date;
  readonly uncertainAt: Date | null;
  readonly isKnownAtBank: boolean;
}

/** How a step reads and writes one order, which its worker has claimed. */
export interface OrderAccess<Found, Outcome> extends OrderOperations<Found> {
  /** The definite outcome of the order at the bank; undefined while it has not ended. */
  outcomeOf(step: OrderStep<Found>): Outcome | undefined;
  settle(outcome: Outcome): Promise<void>;
  saveProgress(progress: OrderProgress): Promise<void>;
}

/**
 * Takes one step of a payout or refund: asks the bank for it before it is sent again, and then
 * books its outcome or saves when its next step is due. Throws the errors of `access`.
 */
export async function findBeforeSend<Found, Outcome>(
  order: OrderState,
  access: OrderAccess<Found, Outcome>,
  time: OrderTime,
): Promise<void> {
  const step = await takeOrderStep(order, access, time);
  const outcome = access.outcomeOf(step);
  if (outcome !== undefined) return access.settle(outcome);
  const { uncertainAt, isKnownAtBank, nextAt } = step;
  await access.saveProgress({
    nextAt: new Date(nextAt),
    uncertainAt: uncertainAt === null ? null : new Date(uncertainAt),
    isKnownAtBank,
  });
}
