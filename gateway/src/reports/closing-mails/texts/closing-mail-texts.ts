import { brazilianDate } from '#src/ground/brazilian-days.ts';
import type { Language } from '#src/ground/http/language.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
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

const pt: ClosingMailTexts = {
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

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayOf = (day: string): string => dayFormat.format(Date.parse(`${day}T00:00:00Z`));

const en: ClosingMailTexts = {
  periodName: ({ period, from, to }) => {
    if (period === 'day') return dayOf(from);
    if (period === 'month') return monthFormat.format(Date.parse(`${from}T00:00:00Z`));
    return `${dayOf(from)} to ${dayOf(to)}`;
  },
  files: {
    pdf: 'closing (PDF)',
    xlsx: 'spreadsheet (XLSX)',
    csv: 'movements (CSV)',
    ofx: 'movements (OFX)',
  },
  subject: (period, shop) => `Closing of ${period}: ${shop}`,
  attached: (period, shop) => `The closing of ${period} of ${shop}, in production, is attached.`,
  panel: 'People with access to the panel also find the files here:',
  why: (shop) => `${shop} named this address to receive its closings. To stop receiving them:`,
  due: ({ count, original, fine, interest, rebate, discount, paid }) => {
    const charges = count === 1 ? 'charge was' : 'charges were';
    return (
      `With a due date: ${count} ${charges} paid. Original amount ${englishMoney(original)}, ` +
      `fine ${englishMoney(fine)}, interest ${englishMoney(interest)}, ` +
      `rebate ${englishMoney(rebate)}, discount ${englishMoney(discount)}, ` +
      `paid amount ${englishMoney(paid)}.`
    );
  },
  tooLarge: (files) =>
    `These files are too large for an e-mail: ${files}. Download them in the panel, at the ` +
    'address above.',
  confirmSubject: (shop) => `Confirm this address to receive the closings of ${shop}`,
  confirm: (shop, brand) =>
    `${shop} wants to send the closings of its account at ${brand} to this address: the files ` +
    'with everything that came in and went out in the period. To start receiving them, confirm:',
  confirmDays: 'The link is valid for 7 days. Nothing is sent before you confirm.',
  notYours: 'If you don’t know this shop, ignore this e-mail.',
};

/** The texts of mails with closings, in each language. */
export const closingMailTexts: Readonly<Record<Language, ClosingMailTexts>> = { 'pt-BR': pt, en };
