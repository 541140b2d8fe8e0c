import type { Answer } from '#panel/api/answer.ts';
import { formatMoney } from '#panel/components/format.ts';
import { texts } from '#texts/payout-controls.ts';

/** The approval of a payout, with what its approver sees. */
export type PayoutApproval = Answer<'/api/panel/{environment}/payout-approvals'>['data'][number];

/** Why an approval is asked for, with the limit that was passed. */
export function causeOf({ cause, limit, batch_id: batchId }: PayoutApproval): string {
  if (limit !== null) return texts.causes[cause](formatMoney(limit));
  return batchId === null ? texts.causesWithoutLimit[cause] : texts.causeOfBatch;
}

/** The same in a few words, for a list. */
export function shortCauseOf({ cause, limit }: PayoutApproval): string {
  if (limit === null) return texts.causesWithoutLimit[cause];
  return texts.shortCauses[cause](formatMoney(limit));
}

/** Who asked for a payout: a member, or a key pair. */
export function requesterOf({ requested_by: name, client_id: clientId }: PayoutApproval): string {
  return name ?? (clientId === null ? texts.requesterUnknown : texts.requestedByKey(clientId));
}
