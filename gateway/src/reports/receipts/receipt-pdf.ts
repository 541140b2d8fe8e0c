import { createRequire } from 'node:module';
import type { PaperImage } from '#src/ground/images/paper-image.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { A4, BOLD, COLORS, drawPdf, FONT, type Pdf, pdfText } from '#src/ground/pdf/draw-pdf.ts';
import { drawPaperHead, type PaperBrand } from '#src/ground/pdf/paper-head.ts';
import type { Receipt, ReceiptAudience } from './receipt.ts';
import { groupedCode } from './receipt-code.ts';
import { type FactGroup, factGroups, timeOfReceipt } from './receipt-facts.ts';
import { type ReceiptTexts, textsIn } from './receipt-texts.ts';

const require = createRequire(import.meta.url);

const LABEL_WIDTH = 175;
const TEXT_X = A4.margin + LABEL_WIDTH;
const TEXT_WIDTH = A4.width - A4.margin - TEXT_X;
const CODE_SIZE = 96;

/** The texts and images of a receipt besides its facts. */
export interface ReceiptFrame extends ReceiptAudience {
  /** The platform. */
  readonly brand: PaperBrand;
  /** The merchant's logo. */
  readonly logo: PaperImage | undefined;
  readonly code: string;
  /** The address of the public page that verifies the code. */
  readonly checkUrl: string;
}

/** Draws a receipt on one page. Equal receipts give equal files. */
export function receiptPdf(receipt: Receipt, frame: ReceiptFrame): Promise<Buffer> {
  const { language, brand, logo, reader } = frame;
  const texts = textsIn[language];
  const title = texts.titles[receipt.kind];
  return drawPdf({ title, author: brand.name, language, at: receipt.at }, (pdf) => {
    if (receipt.environment === 'test') drawTestMark(pdf, texts);
    drawPaperHead(pdf, brand, logo);
    pdf.fillColor(COLORS.dark).font(BOLD).fontSize(20).text(title).moveDown(0.6);
    pdf.fontSize(26).text(brazilianMoney(receipt.amount));
    pdf.fillColor(COLORS.quiet).font(FONT).fontSize(10.5).text(timeOfReceipt(receipt, language));
    for (const group of factGroups(receipt, reader, language)) drawGroup(pdf, group);
    drawCode(pdf, frame, texts);
  });
}

function drawTestMark(pdf: Pdf, texts: ReceiptTexts): void {
  pdf.save().rotate(-40, { origin: [A4.width / 2, A4.height / 2] });
  pdf.fillColor(COLORS.test).fillOpacity(0.1).font(BOLD).fontSize(66);
  pdf.text(texts.test, 0, A4.height / 2 - 33, { width: A4.width, align: 'center' });
  pdf.restore().fillOpacity(1);
  pdf.fillColor(COLORS.test).font(BOLD).fontSize(12);
  pdf.text(`${texts.test}. ${texts.testExplained}`, A4.margin, A4.margin).moveDown(0.8);
}

function drawGroup(pdf: Pdf, { heading, facts }: FactGroup): void {
  drawHeading(pdf, heading);
  for (const [label, text] of facts) {
    const top = pdf.y;
    pdf.fillColor(COLORS.quiet).font(FONT).fontSize(10);
    pdf.text(label, A4.margin, top, { width: LABEL_WIDTH - 10 });
    const below = pdf.y;
    pdf.fillColor(COLORS.dark).text(pdfText(text), TEXT_X, top, { width: TEXT_WIDTH });
    pdf.y = Math.max(below, pdf.y) + 3;
  }
}

function drawHeading(pdf: Pdf, heading: string): void {
  const top = pdf.y + 14;
  pdf.moveTo(A4.margin, top).lineTo(A4.width - A4.margin, top);
  pdf.lineWidth(0.7).strokeColor(COLORS.line).stroke();
  pdf
    .fillColor(COLORS.dark)
    .font(BOLD)
    .fontSize(11)
    .text(heading, A4.margin, top + 9);
  pdf.y += 4;
}

function drawCode(pdf: Pdf, { code, checkUrl, brand }: ReceiptFrame, texts: ReceiptTexts): void {
  drawHeading(pdf, texts.authentication);
  const top = pdf.y;
  drawQrCode(pdf, checkUrl, { x: A4.margin, y: top });
  const place = { width: A4.width - 2 * A4.margin - CODE_SIZE - 16 };
  const x = A4.margin + CODE_SIZE + 16;
  pdf
    .fillColor(COLORS.dark)
    .font('Courier')
    .fontSize(10)
    .text(groupedCode(code), x, top + 4, place);
  pdf.moveDown(0.6).font(FONT).fontSize(10).fillColor(COLORS.quiet);
  const [page] = checkUrl.split(code);
  pdf.text(`${texts.checkAt} ${page?.replace(/\/$/, '')}`, { ...place, link: checkUrl });
  pdf.moveDown(0.3).text(pdfText(texts.issuedBy(brand.name)), place);
}

/** Draws the address of the verification as a vector QR code. */
function drawQrCode(pdf: Pdf, text: string, { x, y }: { x: number; y: number }): void {
  const { correction, generate }: typeof import('lean-qr') = require('lean-qr');
  const { L } = correction;
  const modules = generate(text, { minCorrectionLevel: L, maxCorrectionLevel: L });
  const size = CODE_SIZE / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      const start = column;
      while (modules.get(column, row)) column += 1;
      if (column > start) pdf.rect(x + start * size, y + row * size, (column - start) * size, size);
    }
  }
  pdf.fillColor(COLORS.dark).fill();
}
