import { formatInstant, formatMoney } from '#panel/components/format.ts';
import { texts } from '#texts/disputes.ts';
import type { Dispute } from './dispute-types.ts';

/** What the template says of the charge. */
interface DefendedCharge {
  readonly amount: number;
  readonly payer: { readonly name: string };
  readonly external_id: string | null;
  readonly description?: string | null;
  readonly paid_at: string | null;
}

/** The beginning of a defence: the facts of the payment, and a line for each missing proof. */
export function defenseTemplate(
  { amount, end_to_end_id: endToEndId, reason }: Dispute,
  { amount: received, payer, external_id: order, description, paid_at: paidAt }: DefendedCharge,
): string {
  return [
    texts.templateIntro(
      formatMoney(received),
      payer.name,
      paidAt === null ? null : formatInstant(paidAt),
    ),
    ...(order === null ? [] : [texts.templateOrder(order)]),
    ...(description ? [texts.templateDescription(description)] : []),
    texts.templateId(endToEndId, formatMoney(amount)),
    ...texts.templateProofs[reason],
  ].join('\n');
}
