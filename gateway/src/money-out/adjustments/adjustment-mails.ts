import type { Transaction } from '#src/ground/database/database.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { AdjustmentKind, BalanceAdjustment } from './balance-adjustment.ts';
import { englishAdjustmentText } from './english-adjustment-text.ts';

const PARAGRAPH = '\n\n';
const ENVIRONMENTS = { live: 'produção', test: 'teste' } as const;
const SUBJECTS: Readonly<Record<AdjustmentKind, string>> = {
  adjustment: 'Ajuste no seu saldo',
  hold: 'Valor bloqueado no seu saldo',
  release: 'Valor desbloqueado no seu saldo',
  unassignment: 'Recebimento retirado do seu saldo',
  dispute: 'Recebimento devolvido ao pagador',
  refund_reversal: 'Devolução não realizada: valor de volta ao saldo',
};

/** Tells the members of a merchant about a change of its balance. */
export function tellOfAdjustment(
  tx: Transaction,
  mailer: Mailer,
  change: BalanceAdjustment,
  now: number,
): Promise<void> {
  const en = englishAdjustmentText(mailer.appUrl, change);
  const message = { subject: SUBJECTS[change.kind], text: textOf(mailer, change), en };
  const audience = { merchantId: change.merchantId, topic: 'balance_changed' } as const;
  return mailer.tell(tx, audience, message, now);
}

function textOf({ appUrl }: Mailer, change: BalanceAdjustment): string {
  const { reason, reference, environment } = change;
  return [
    `${sentenceOf(change)} Ambiente: ${ENVIRONMENTS[environment]}.`,
    `Motivo: ${reason}`,
    ...(reference === null ? [] : [`Referência: ${reference}`]),
    `Veja o extrato: ${appUrl}/painel/extrato`,
  ].join(PARAGRAPH);
}

function sentenceOf({ kind, amount, debt, blocked }: BalanceAdjustment): string {
  const shown = brazilianMoney(amount < 0n ? centavos(-amount) : amount);
  const owed =
    debt > 0n ? ` O saldo não cobriu ${brazilianMoney(debt)}, que ficou como dívida.` : '';
  switch (kind) {
    case 'adjustment':
      return amount > 0n
        ? `A plataforma creditou ${shown} no seu saldo.`
        : `A plataforma debitou ${shown} do seu saldo.${owed}`;
    case 'hold':
      return (
        `A plataforma bloqueou ${shown} do seu saldo; ` +
        `${brazilianMoney(blocked)} já estão bloqueados.`
      );
    case 'release':
      return `A plataforma desbloqueou ${shown} do seu saldo.`;
    case 'unassignment':
      return `Um recebimento de ${shown} foi creditado a você por engano e retirado.${owed}`;
    case 'dispute':
      return `O banco devolveu ao pagador ${shown} de um recebimento seu (MED).${owed}`;
    case 'refund_reversal':
      return `O banco não fez uma devolução, e ${shown} voltaram ao seu saldo.`;
  }
}
