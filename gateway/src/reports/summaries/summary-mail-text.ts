import { brazilianDate } from '#src/ground/brazilian-days.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import type { CountedSum, DaySummary } from './read-day-summary.ts';

const PARAGRAPH = '\n\n';

/** The subject and the text of the mail with the summary of a day. */
export function summaryMailText(
  { day, received, refunds, payouts, fees, closing }: DaySummary,
  appUrl: string,
): { readonly subject: string; readonly text: string } {
  const date = brazilianDate(day);
  const lines = [
    `Recebido: ${counted(received, 'pagamento', 'pagamentos')}`,
    `Devolvido: ${counted(refunds, 'devolução', 'devoluções')}`,
    `Saques pagos: ${counted(payouts, 'saque', 'saques')}`,
    `Tarifas: ${brazilianMoney(fees)}`,
    `Saldo disponível no fim do dia: ${brazilianMoney(closing)}`,
  ];
  return {
    subject: `Resumo de ${date}`,
    text: [
      `O dia ${date} em produção, no horário de Brasília:`,
      lines.join('\n'),
      `${appUrl}/painel/extrato?ambiente=producao`,
      'Para deixar de receber o resumo:',
      `${appUrl}/painel/notificacoes`,
    ].join(PARAGRAPH),
  };
}

function counted({ count, amount }: CountedSum, one: string, many: string): string {
  return `${brazilianMoney(amount)} (${count} ${count === 1 ? one : many})`;
}
