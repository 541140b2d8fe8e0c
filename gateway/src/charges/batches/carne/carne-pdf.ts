import { setImmediate as nextTurn } from 'node:timers/promises';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { PaperImage } from '#src/ground/images/paper-image.ts';
import { A4, BOLD, COLORS, drawPdf, FONT, type Pdf, pdfText } from '#src/ground/pdf/draw-pdf.ts';
import type { PaperBrand } from '#src/ground/pdf/paper-head.ts';
import { formatTaxId } from '#src/ground/pix/tax-id.ts';
import { lastPayableDay } from '../../due/amount-due.ts';
import { rulesInWords } from '../../due/rules-in-words.ts';
import { drawPng } from '../../qr-image/module-png.ts';
import { gridOf } from '../../qr-image/qr-image.ts';
import type { Carne, Slip } from './carne.ts';
import { type CarneTexts, carneTexts } from './carne-texts.ts';

const SLIPS_A_PAGE = 3;
const HEIGHT = A4.height / SLIPS_A_PAGE;
const MARGIN = 28;
/** The stub that the payer keeps, left of the vertical cut. */
const STUB_WIDTH = 138;
const LEFT = STUB_WIDTH + 16;
const QR_SIZE = 124;
const QR_X = A4.width - MARGIN - QR_SIZE;
const TEXT_WIDTH = QR_X - LEFT - 14;
const CODE_WIDTH = A4.width - MARGIN - LEFT;
const MODULE_PX = 4;
const LOGO = { width: 110, height: 26 };
const NAME_LENGTH_MAX = 80;

/** The look of a carnê. */
export interface CarneFrame {
  readonly language: Language;
  readonly brand: PaperBrand;
  readonly payee: { readonly name: string; readonly document: string };
  /** The shop's logo and colour. */
  readonly logo: PaperImage | undefined;
  readonly color: string | null;
  /** Milliseconds. */
  readonly at: number;
}

/** Draws a carnê: three slips a page, with lines to cut. Equal content gives equal files. */
export function carnePdf(carne: Carne, frame: CarneFrame): Promise<Buffer> {
  const { language, brand, at } = frame;
  const { title: kind } = carneTexts[language];
  const title = carne.name === null ? kind : `${kind}: ${carne.name}`;
  return drawPdf({ title, author: brand.name, language, at }, async (pdf) => {
    pdf.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    for (const [index, slip] of carne.slips.entries()) {
      const place = index % SLIPS_A_PAGE;
      if (place === 0) await nextTurn();
      if (place === 0 && index > 0) pdf.addPage({ size: 'A4', margin: 0 });
      drawSlip(pdf, slip, { ...frame, texts: carneTexts[language], top: place * HEIGHT });
    }
  });
}

interface SlipFrame extends CarneFrame {
  readonly texts: CarneTexts;
  /** Where the slip begins on its page, in points. */
  readonly top: number;
}

function drawSlip(pdf: Pdf, slip: Slip, frame: SlipFrame): void {
  drawCuts(pdf, frame.top);
  drawStub(pdf, slip, frame);
  drawHead(pdf, slip, frame);
  const below = drawFacts(pdf, slip, frame);
  drawRules(pdf, slip, { ...frame, top: below });
  drawCode(pdf, slip, frame);
}

function drawCuts(pdf: Pdf, top: number): void {
  pdf.save().lineWidth(0.6).strokeColor(COLORS.line).dash(4, { space: 3 });
  if (top > 0) pdf.moveTo(0, top).lineTo(A4.width, top).stroke();
  pdf.moveTo(STUB_WIDTH, top).lineTo(STUB_WIDTH, top + HEIGHT);
  pdf.stroke().undash().restore();
}

function drawStub(pdf: Pdf, slip: Slip, { texts, top }: SlipFrame): void {
  const { charge } = slip;
  const width = STUB_WIDTH - MARGIN - 10;
  let y = top + 26;
  const fact = (label: string, value: string, size: number) => {
    y = drawFact(pdf, { label, value, size, x: MARGIN, y, width });
  };
  pdf.fillColor(COLORS.quiet).font(FONT).fontSize(7).text(texts.stub, MARGIN, y, { width });
  y += 20;
  fact(texts.installment, numberOf(slip), 13);
  fact(labelOfDay(slip, texts), dayOf(slip, texts), 11);
  fact(texts.amount, texts.money(originalOf(slip)), 11);
  fact(texts.payer, short(charge.payer.name, 40), 8);
  if (charge.description !== null) fact(texts.description, short(charge.description, 40), 8);
  if (charge.externalId !== null) fact(texts.reference, short(charge.externalId, 30), 8);
}

function drawHead(
  pdf: Pdf,
  slip: Slip,
  { texts, top, logo, brand, payee, color }: SlipFrame,
): void {
  pdf.rect(LEFT, top + 16, A4.width - MARGIN - LEFT, 2.5).fill(color ?? COLORS.dark);
  const y = top + 26;
  if (logo) pdf.image(logo.content, LEFT, y, { fit: [LOGO.width, LOGO.height], valign: 'center' });
  const x = logo ? LEFT + LOGO.width + 10 : LEFT;
  const width = QR_X - x - 8;
  pdf.fillColor(COLORS.dark).font(BOLD).fontSize(11);
  pdf.text(pdfText(short(payee.name, NAME_LENGTH_MAX)), x, y + 1, {
    width,
    height: 13,
    ellipsis: true,
  });
  pdf.fillColor(COLORS.quiet).font(FONT).fontSize(7.5);
  const document = formatTaxId(payee.document);
  pdf.text(pdfText(`${document} · ${brand.name}`), x, y + 15, {
    width,
    height: 10,
    ellipsis: true,
  });
  if (slip.charge.environment !== 'test') return;
  pdf.fillColor(COLORS.test).font(BOLD).fontSize(8);
  pdf.text(texts.test, QR_X, top + 6, { width: QR_SIZE, align: 'right', lineBreak: false });
}

function drawFacts(pdf: Pdf, slip: Slip, { texts, top }: SlipFrame): number {
  const { charge } = slip;
  const column = TEXT_WIDTH / 3;
  const y = top + 64;
  const facts = [
    [texts.installment, numberOf(slip)],
    [labelOfDay(slip, texts), dayOf(slip, texts)],
    [texts.amount, texts.money(originalOf(slip))],
  ] as const;
  for (const [index, [label, value]] of facts.entries()) {
    drawFact(pdf, { label, value, size: 13, x: LEFT + index * column, y, width: column - 6 });
  }
  const { name, document } = charge.payer;
  const payer = `${short(name, NAME_LENGTH_MAX)} · ${formatTaxId(document)}`;
  const below = { size: 9, x: LEFT, width: TEXT_WIDTH };
  const after = drawFact(pdf, { label: texts.payer, value: payer, y: y + 34, ...below });
  if (charge.description === null) return after;
  pdf.fillColor(COLORS.quiet).font(FONT).fontSize(8);
  pdf.text(pdfText(charge.description), LEFT, after - 4, {
    width: TEXT_WIDTH,
    height: 20,
    ellipsis: true,
  });
  return after + 18;
}

function drawRules(pdf: Pdf, { charge }: Slip, { language, top }: SlipFrame): void {
  if (!charge.due) return;
  const { rules, local } = charge.due;
  const lastDay = lastPayableDay(rules, local);
  const words = rulesInWords(rules, { lastDay, language }).join(' ');
  pdf.fillColor(COLORS.dark).font(FONT).fontSize(8);
  pdf.text(pdfText(words), LEFT, top, { width: TEXT_WIDTH, height: 62, ellipsis: true });
}

/** The QR code and its text; a charge that has ended has neither, so that it isn't paid again. */
function drawCode(pdf: Pdf, { charge }: Slip, { texts, top }: SlipFrame): void {
  const y = top + 24;
  if (charge.status !== 'pending') {
    pdf.fillColor(COLORS.quiet).font(BOLD).fontSize(13);
    pdf.text(texts.ended[charge.status], QR_X, y + 50, { width: QR_SIZE, align: 'center' });
    return;
  }
  const image = drawPng(gridOf(charge.qrcode), MODULE_PX);
  pdf.image(image, QR_X, y, { width: QR_SIZE, height: QR_SIZE });
  pdf.fillColor(COLORS.quiet).font(FONT).fontSize(7);
  pdf.text(texts.howToPay, QR_X, y + QR_SIZE + 2, { width: QR_SIZE, align: 'center' });
  const bottom = top + HEIGHT - 58;
  pdf.text(texts.copyAndPaste, LEFT, bottom, { width: CODE_WIDTH });
  pdf.fillColor(COLORS.dark).font('Courier').fontSize(7.5);
  pdf.text(charge.qrcode, LEFT, bottom + 10, { width: CODE_WIDTH, height: 36 });
}

interface Fact {
  readonly label: string;
  readonly value: string;
  /** The size of the value's font. */
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A value has room for two lines of Helvetica, each 1.16 times as high as its letters. */
const VALUE_HEIGHT = 2.4;

/** Draws a value under its label; returns where the next fact begins. */
function drawFact(pdf: Pdf, { label, value, size, x, y, width }: Fact): number {
  pdf.fillColor(COLORS.quiet).font(FONT).fontSize(7).text(label, x, y, { width, lineBreak: false });
  pdf.fillColor(COLORS.dark).font(BOLD).fontSize(size);
  pdf.text(pdfText(value), x, y + 9, { width, height: VALUE_HEIGHT * size, ellipsis: true });
  return pdf.y + 7;
}

function numberOf({ number, count }: Slip): string {
  return `${number}/${count}`;
}

function labelOfDay({ charge }: Slip, texts: CarneTexts): string {
  return charge.due ? texts.dueDate : texts.validUntil;
}

/** The due date; the last day of a charge without one. */
function dayOf({ charge }: Slip, texts: CarneTexts): string {
  return texts.date(charge.due ? charge.due.rules.dueDate : brazilianDayOf(charge.expiresAt));
}

function originalOf({ charge }: Slip): bigint {
  return charge.due ? charge.due.rules.amount : charge.amount;
}

function short(text: string, lengthMax: number): string {
  const letters = [...text];
  return letters.length <= lengthMax ? text : `${letters.slice(0, lengthMax - 1).join('')}…`;
}
