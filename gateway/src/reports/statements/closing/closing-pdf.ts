import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  brazilianDate,
  brazilianTime,
  englishDate,
  englishTime,
} from '#src/ground/brazilian-days.ts';
import type { Language } from '#src/ground/http/language.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import { A4, BOLD, COLORS, drawPdf, FONT, type Pdf, pdfText } from '#src/ground/pdf/draw-pdf.ts';
import { drawPaperHead, type PaperBrand } from '#src/ground/pdf/paper-head.ts';
import { formatTaxId } from '#src/ground/pix/tax-id.ts';
import { statementAccounts } from '../statement.ts';
import { periodInWords, type SummaryLine, summaryOf } from './closing-summary.ts';
import { closingTexts } from './closing-texts.ts';
import type { Closing } from './read-closing.ts';

const WIDTH = A4.width - 2 * A4.margin;
const BOTTOM = A4.height - A4.margin - 24;
const ROW_HEIGHT = 15;
/** Rows that are drawn without a pause, in about 25 ms. */
const ROWS_AT_ONCE = 50;
const SUMMARY_WIDTHS = [0.62, 0.13, 0.25] as const;
const DAY_WIDTHS = [0.13, 0.17, 0.16, 0.16, 0.13, 0.17, 0.08] as const;

/** How a language writes what a closing has. */
const NOTATIONS = {
  'pt-BR': { date: brazilianDate, time: brazilianTime, money: brazilianMoney },
  en: { date: englishDate, time: englishTime, money: englishMoney },
} as const satisfies Record<Language, object>;

/** Draws the closing of a period: its totals by kind, the balances, and a table of the days. */
export function closingPdf(closing: Closing, brand: PaperBrand): Promise<Buffer> {
  const { days, now, period, language } = closing.request;
  const title = closingTexts[language].title(periodInWords(days, language));
  // The file of a past period is always the same.
  const at = Math.min(now, period.until - 1);
  return drawPdf({ title, author: brand.name, language, at }, async (pdf) => {
    drawPaperHead(pdf, brand);
    drawHead(pdf, closing, title);
    drawSummary(pdf, closing);
    drawAccounts(pdf, closing);
    drawDue(pdf, closing);
    await drawDays(pdf, closing);
    drawPageNumbers(pdf, `${pdfText(brand.name)} · ${title}`, language);
  });
}

function drawHead(pdf: Pdf, { request }: Closing, title: string): void {
  const { merchant, account, now, period, language } = request;
  const texts = closingTexts[language];
  pdf.fillColor(COLORS.dark).font(BOLD).fontSize(20).text(title).moveDown(0.4);
  pdf.fontSize(12).text(pdfText(merchant.name));
  pdf.font(FONT).fontSize(10).fillColor(COLORS.quiet);
  pdf.text(`${texts.document} ${formatTaxId(merchant.document)}`);
  pdf.text(`${texts.account} ${merchant.username}`);
  if (account.environment === 'test')
    pdf.fillColor(COLORS.test).text(texts.test).fillColor(COLORS.quiet);
  if (now < period.until) {
    pdf.text(texts.unfinished).text(texts.madeAt(NOTATIONS[language].time(now)));
  }
}

function drawSummary(pdf: Pdf, closing: Closing): void {
  const { language } = closing.request;
  const texts = closingTexts[language];
  const { money } = NOTATIONS[language];
  drawHeading(pdf, texts.summary);
  const line = ({ label, count, amount }: SummaryLine): string[] => [
    label,
    count === null ? '' : String(count),
    money(amount),
  ];
  drawRow(pdf, SUMMARY_WIDTHS, [texts.opening, '', money(closing.opening)], BOLD);
  for (const summaryLine of summaryOf(closing, language)) {
    drawRow(pdf, SUMMARY_WIDTHS, line(summaryLine));
  }
  drawRow(pdf, SUMMARY_WIDTHS, [texts.closing, '', money(closing.closing)], BOLD);
}

function drawAccounts(pdf: Pdf, { accounts, request: { language } }: Closing): void {
  const texts = closingTexts[language];
  drawHeading(pdf, texts.composition);
  for (const account of statementAccounts) {
    const amount = accounts.get(account) ?? 0n;
    if (amount === 0n && account !== 'available') continue;
    drawRow(pdf, SUMMARY_WIDTHS, [texts.accounts[account], '', NOTATIONS[language].money(amount)]);
  }
}

/** The amount paid for charges with a due date, with its parts. */
function drawDue(pdf: Pdf, { due, request: { language } }: Closing): void {
  if (due.count === 0) return;
  const texts = closingTexts[language].due;
  const { money } = NOTATIONS[language];
  drawHeading(pdf, texts.heading);
  const row = (label: string, amount: bigint, font?: string): void =>
    drawRow(pdf, SUMMARY_WIDTHS, [label, '', money(amount)], font);
  drawRow(pdf, SUMMARY_WIDTHS, [texts.original, String(due.count), money(due.original)]);
  row(texts.fine, due.fine);
  row(texts.interest, due.interest);
  row(texts.rebate, -due.rebate);
  row(texts.discount, -due.discount);
  row(texts.paid, due.paid, BOLD);
}

async function drawDays(pdf: Pdf, { days, request: { language } }: Closing): Promise<void> {
  const texts = closingTexts[language];
  const { date, money } = NOTATIONS[language];
  // Columns have no currency sign.
  const plainMoney = (amount: bigint): string => money(amount).replace(/R\$ ?/, '');
  drawHeading(pdf, texts.days);
  if (days.length === 0) {
    pdf.fillColor(COLORS.dark).font(FONT).fontSize(10).text(texts.noMovements, A4.margin);
    return;
  }
  drawRow(pdf, DAY_WIDTHS, texts.columns, BOLD);
  for (const [index, { day, opening, received, sent, fees, closing, count }] of days.entries()) {
    if (index % ROWS_AT_ONCE === 0) await nextTurn();
    const amounts = [opening, received, sent, fees, closing].map(plainMoney);
    if (pdf.y + ROW_HEIGHT > BOTTOM) {
      pdf.addPage();
      drawRow(pdf, DAY_WIDTHS, texts.columns, BOLD);
    }
    drawRow(pdf, DAY_WIDTHS, [date(day), ...amounts, String(count)]);
  }
}

function drawHeading(pdf: Pdf, heading: string): void {
  if (pdf.y + 5 * ROW_HEIGHT > BOTTOM) pdf.addPage();
  pdf
    .fillColor(COLORS.dark)
    .font(BOLD)
    .fontSize(12)
    .text(heading, A4.margin, pdf.y + 18)
    .moveDown(0.3);
}

/** One row with a line below it; all columns but the first are aligned to the right. */
function drawRow(
  pdf: Pdf,
  widths: readonly number[],
  cells: readonly string[],
  font: string = FONT,
): void {
  const top = pdf.y;
  let x: number = A4.margin;
  pdf.fillColor(COLORS.dark).font(font).fontSize(9);
  for (const [index, share] of widths.entries()) {
    const width = share * WIDTH;
    const align = index === 0 ? 'left' : 'right';
    pdf.text(cells[index] ?? '', x, top + 3, { width, align });
    x += width;
  }
  const bottom = top + ROW_HEIGHT;
  pdf.moveTo(A4.margin, bottom).lineTo(A4.width - A4.margin, bottom);
  pdf.lineWidth(0.5).strokeColor(COLORS.line).stroke();
  pdf.y = bottom;
}

function drawPageNumbers(pdf: Pdf, left: string, language: Language): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    // Text below the margin would begin a new page.
    pdf.page.margins.bottom = 0;
    const place = { width: WIDTH } as const;
    pdf
      .fillColor(COLORS.quiet)
      .font(FONT)
      .fontSize(8)
      .text(left, A4.margin, A4.height - 36, place);
    const number = closingTexts[language].page(page + 1, count);
    pdf.text(number, A4.margin, A4.height - 36, { ...place, align: 'right' });
  }
}
