import { englishMoney } from '#src/ground/money/english-money.ts';
import type { ClosingMailTexts } from './pt-BR.ts';

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayOf = (day: string): string => dayFormat.format(Date.parse(`${day}T00:00:00Z`));

export const en: ClosingMailTexts = {
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
