import type { Answer } from '#panel/api/answer.ts';

/** A dispute of the merchant. */
export type Dispute = Answer<'/api/panel/{environment}/disputes/{id}'>;

/** A dispute in the merchant's list, with what the merchant recognises the payment by. */
export type ListedDispute = Answer<'/api/panel/{environment}/disputes'>['data'][number];

/** A dispute as operators see it. */
export type OperatorDispute = Answer<'/api/operator/disputes/{id}'>;

/** Whether a dispute is not closed. */
export function isOpen({ status }: Dispute): boolean {
  return status === 'open' || status === 'in_defense';
}

const DAY_MS = 86_400_000;

/** The whole days that are left for the defence, 0 on the last one; undefined if it ended. */
export function daysLeft({ defense_due_at: dueAt }: Dispute): number | undefined {
  const left = dueAt === null ? -1 : Date.parse(dueAt) - Date.now();
  return left < 0 ? undefined : Math.floor(left / DAY_MS);
}
