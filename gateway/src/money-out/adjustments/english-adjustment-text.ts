import type { MailText } from '#src/ground/mail/mailer.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import type { AdjustmentKind, BalanceAdjustment } from './balance-adjustment.ts';

const PARAGRAPH = '\n\n';
const ENVIRONMENTS = { live: 'production', test: 'test' } as const;
const SUBJECTS: Readonly<Record<AdjustmentKind, string>> = {
  adjustment: 'Adjustment of your balance',
  hold: 'Amount blocked in your balance',
  release: 'Amount released in your balance',
  unassignment: 'Payment taken out of your balance',
  dispute: 'Payment returned to the payer',
  refund_reversal: 'Refund not made: amount back in your balance',
};

/** The mail about a change of a merchant's balance in English. The reason stays as written. */
export function englishAdjustmentText(appUrl: string, change: BalanceAdjustment): MailText {
  const { kind, reason, reference, environment } = change;
  return {
    subject: SUBJECTS[kind],
    text: [
      `${sentenceOf(change)} Environment: ${ENVIRONMENTS[environment]}.`,
      `Reason: ${reason}`,
      ...(reference === null ? [] : [`Reference: ${reference}`]),
      `See the statement: ${appUrl}/painel/extrato`,
    ].join(PARAGRAPH),
  };
}

function sentenceOf({ kind, amount, debt, blocked }: BalanceAdjustment): string {
  const shown = englishMoney(amount < 0n ? centavos(-amount) : amount);
  const owed =
    debt > 0n ? ` The balance did not cover ${englishMoney(debt)}, which became a debt.` : '';
  switch (kind) {
    case 'adjustment':
      return amount > 0n
        ? `The platform credited ${shown} to your balance.`
        : `The platform debited ${shown} from your balance.${owed}`;
    case 'hold':
      return (
        `The platform blocked ${shown} of your balance; ` +
        `${englishMoney(blocked)} are blocked already.`
      );
    case 'release':
      return `The platform released ${shown} in your balance.`;
    case 'unassignment':
      return `A payment of ${shown} was credited to you by mistake and taken out.${owed}`;
    case 'dispute':
      return `The bank returned ${shown} of a payment of yours to the payer (MED).${owed}`;
    case 'refund_reversal':
      return `The bank did not make a refund, and ${shown} came back to your balance.`;
  }
}
