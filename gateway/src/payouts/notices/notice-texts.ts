import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { centavos, centavosToDecimal } from '#src/money/centavos.ts';
import type { PayoutNotice } from './payout-notice.ts';

const PARAGRAPH = '\n\n';

interface NoticeText {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly page: string;
}

/** The subject and the text of a notice's mail. */
export function noticeMail(
  notice: PayoutNotice,
  appUrl: string,
): { readonly subject: string; readonly text: string } {
  const { subject, lines, page } = textOf(notice);
  return { subject, text: [...lines, `${appUrl}${page}`].join(PARAGRAPH) };
}

function textOf(notice: PayoutNotice): NoticeText {
  switch (notice.kind) {
    case 'awaiting':
      return awaitingText(notice);
    case 'rejected':
      return endedText(notice, { one: 'recusado', many: 'recusados' });
    case 'expired':
      return endedText(notice, {
        one: 'cancelado por falta de aprovação em 7 dias',
        many: 'cancelados por falta de aprovação em 7 dias',
      });
    case 'stopped':
    case 'resumed':
      return stopText(notice, notice.kind === 'stopped');
    case 'raise_asked':
    case 'raise_valid':
      return raiseText(notice, notice.kind === 'raise_valid');
  }
}

function awaitingText({ payoutCount, amount }: PayoutNotice): NoticeText {
  const total = `R$ ${centavosToDecimal(centavos(amount)).replace('.', ',')}`;
  const what =
    payoutCount === 1n
      ? `Um saque de ${total} foi pedido e precisa de aprovação.`
      : `${payoutCount} saques, no total de ${total}, foram pedidos e precisam de aprovação.`;
  return {
    subject: payoutCount === 1n ? 'Saque aguarda aprovação' : 'Saques aguardam aprovação',
    lines: [what, 'Sem aprovação em 7 dias o dinheiro volta ao saldo. Aprove ou recuse:'],
    page: '/painel/aprovacoes',
  };
}

function endedText(
  { payoutCount, details }: PayoutNotice,
  ended: { readonly one: string; readonly many: string },
): NoticeText {
  const isOne = payoutCount === 1n;
  return {
    subject: isOne ? 'Saque não aprovado' : 'Saques não aprovados',
    lines: [
      isOne
        ? `Um saque foi ${ended.one}. O dinheiro voltou ao saldo.`
        : `${payoutCount} saques foram ${ended.many}. O dinheiro voltou ao saldo.`,
    ],
    page: isOne ? `/painel/transacoes/${details.payout_id}` : '/painel/saques',
  };
}

function stopText({ merchantId, details }: PayoutNotice, isStop: boolean): NoticeText {
  const isPlatform = merchantId === PLATFORM_MERCHANT_ID;
  const whose = isPlatform ? 'de toda a plataforma' : 'da sua conta';
  const done = isStop ? 'pausados' : 'retomados';
  const { actor, reason } = details;
  return {
    subject: isStop ? 'Saques pausados' : 'Saques retomados',
    lines: [
      `Os saques ${whose} foram ${done}. Responsável: ${actor}.`,
      ...(reason ? [`Motivo: ${reason}`] : []),
      ...(isStop ? ['Os saques pedidos aguardam; nada se perde.'] : []),
    ],
    page: isPlatform ? '/operador/retidos' : '/painel/limites',
  };
}

function raiseText({ details }: PayoutNotice, isValid: boolean): NoticeText {
  if (isValid) {
    return {
      subject: 'Novos limites de saque em vigor',
      lines: ['A mudança que libera mais nos limites de saque passou a valer.'],
      page: '/painel/limites',
    };
  }
  return {
    subject: 'Pedido de limites de saque maiores',
    lines: [
      `${details.actor} pediu limites de saque que liberam mais. Eles valem em 24 horas.`,
      'Se você não reconhece o pedido, cancele-o e troque a senha e as chaves:',
    ],
    page: '/painel/limites',
  };
}
