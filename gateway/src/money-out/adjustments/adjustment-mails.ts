import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { writeMail } from '#src/ground/mail/write-mail.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { AdjustmentKind, BalanceAdjustment } from './balance-adjustment.ts';

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

export interface AdjustmentMailDeps {
  readonly secretBox: SecretBox;
  readonly appUrl: string;
  /** The e-mails of a merchant's users. */
  readonly findMerchantEmails: (database: Queryable, merchantId: string) => Promise<string[]>;
}

export interface AdjustmentMails {
  /** Writes a mail to each user of the merchant, in the transaction of the change. */
  tellMerchant(tx: Transaction, change: BalanceAdjustment, now: number): Promise<void>;
}

/** Makes the writer of the mails about changes of a balance. */
export function createAdjustmentMails(deps: AdjustmentMailDeps): AdjustmentMails {
  return {
    async tellMerchant(tx, change, now) {
      const mail = { subject: SUBJECTS[change.kind], text: textOf(deps, change) };
      for (const recipient of await deps.findMerchantEmails(tx, change.merchantId)) {
        writeMail(tx, deps.secretBox, { recipient, ...mail }, now);
      }
    },
  };
}

function textOf({ appUrl }: AdjustmentMailDeps, change: BalanceAdjustment): string {
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
