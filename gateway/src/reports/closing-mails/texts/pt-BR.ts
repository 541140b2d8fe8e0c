import { brazilianDate } from '#src/ground/brazilian-days.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { periodInWords } from '../../statements/closing/closing-summary.ts';
import type { DueTotals } from '../../statements/movements/due-totals.ts';
import type { ClosingFormat } from '../closing-mail.ts';
import type { ClosingPeriod } from '../closing-period.ts';

/** The facts of a period, as mails name it. */
export interface NamedPeriod {
  readonly period: ClosingPeriod;
  /** `2026-11-01` and `2026-11-30`. */
  readonly from: string;
  readonly to: string;
}

/** The texts of mails with closings. */
export interface ClosingMailTexts {
  /** The period as a part of a sentence. */
  readonly periodName: (period: NamedPeriod) => string;
  readonly files: Readonly<Record<ClosingFormat, string>>;
  readonly subject: (period: string, shop: string) => string;
  readonly attached: (period: string, shop: string) => string;
  readonly panel: string;
  readonly why: (shop: string) => string;
  /** The sums of the paid charges with a due date. */
  readonly due: (totals: DueTotals) => string;
  readonly tooLarge: (files: string) => string;
  readonly confirmSubject: (shop: string) => string;
  readonly confirm: (shop: string, brand: string) => string;
  readonly confirmDays: string;
  readonly notYours: string;
}

export const pt: ClosingMailTexts = {
  periodName: ({ period, from, to }) => {
    if (period === 'day') return brazilianDate(from);
    if (period === 'month') return periodInWords({ from, to }, 'pt-BR');
    return `${brazilianDate(from)} a ${brazilianDate(to)}`;
  },
  files: {
    pdf: 'fechamento (PDF)',
    xlsx: 'planilha (XLSX)',
    csv: 'movimentos (CSV)',
    ofx: 'movimentos (OFX)',
  },
  subject: (period, shop) => `Fechamento de ${period}: ${shop}`,
  attached: (period, shop) => `O fechamento de ${period} de ${shop}, em produção, segue em anexo.`,
  panel: 'Quem tem acesso ao painel também encontra os arquivos aqui:',
  why: (shop) =>
    `${shop} indicou este endereço para receber os fechamentos. Para não receber mais:`,
  due: ({ count, original, fine, interest, rebate, discount, paid }) => {
    const charges = count === 1 ? 'cobrança paga' : 'cobranças pagas';
    return (
      `Com vencimento: ${count} ${charges}. Valor original ${brazilianMoney(original)}, ` +
      `multa ${brazilianMoney(fine)}, juros ${brazilianMoney(interest)}, ` +
      `abatimento ${brazilianMoney(rebate)}, desconto ${brazilianMoney(discount)}, ` +
      `valor pago ${brazilianMoney(paid)}.`
    );
  },
  tooLarge: (files) =>
    `Estes arquivos são grandes demais para um e-mail: ${files}. Baixe-os no painel, no endereço ` +
    'acima.',
  confirmSubject: (shop) => `Confirme este endereço para receber os fechamentos de ${shop}`,
  confirm: (shop, brand) =>
    `${shop} quer enviar para este endereço os fechamentos da conta em ${brand}: os arquivos com ` +
    'tudo o que entrou e saiu no período. Para começar a receber, confirme:',
  confirmDays: 'O link vale por 7 dias. Antes da confirmação, nada é enviado.',
  notYours: 'Se você não conhece esta loja, ignore este e-mail.',
};
