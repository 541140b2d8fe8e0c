import type { Brand } from '../brand/brand.ts';
import { type PaperImage, paperImage } from '../images/paper-image.ts';
import { A4, COLORS, FONT, type Pdf, pdfText } from './draw-pdf.ts';

/** The platform's name and logo for PDFs such as receipts. */
export interface PaperBrand {
  readonly name: string;
  /** Undefined where the brand has no logo that a PDF can show. */
  readonly logo: PaperImage | undefined;
}

/** Reads the brand for the first PDF and keeps it, because converting a logo is slow. */
export function openPaperBrand({ name, logo }: Brand): () => Promise<PaperBrand> {
  const read = async (): Promise<PaperBrand> => {
    return {
      name,
      logo: logo?.type === 'image/png' ? await paperImage(logo.content, 'platform') : undefined,
    };
  };
  let brand: Promise<PaperBrand> | undefined;
  return () => {
    brand ??= read();
    return brand;
  };
}

const NAME_SIZE = 10;
const GAP = 8;
const BRAND_BOX = { width: 120, height: 26 };
const MERCHANT_BOX = { width: 150, height: 36 };

/**
 * Draws the head of a PDF: the platform's logo and name, and on the right the merchant's logo, if
 * there is one. The text continues below.
 */
export function drawPaperHead(pdf: Pdf, { name, logo }: PaperBrand, merchant?: PaperImage): void {
  const top = pdf.y;
  const shown = [logo && BRAND_BOX.height, merchant && MERCHANT_BOX.height];
  pdf.fillColor(COLORS.quiet).font(FONT).fontSize(NAME_SIZE);
  const lineHeight = pdf.currentLineHeight();
  const height = Math.max(lineHeight, ...shown.map((logoHeight) => logoHeight ?? 0));
  let x: number = A4.margin;
  if (logo) {
    const width = widthIn(BRAND_BOX, logo);
    pdf.image(logo.content, x, top, { fit: [width, height], valign: 'center' });
    x += width + GAP;
  }
  if (merchant) {
    const fit: [number, number] = [MERCHANT_BOX.width, MERCHANT_BOX.height];
    const left = A4.width - A4.margin - MERCHANT_BOX.width;
    pdf.image(merchant.content, left, top, { fit, align: 'right' });
  }
  pdf.text(pdfText(name), x, top + (height - lineHeight) / 2, { lineBreak: false });
  pdf.x = A4.margin;
  pdf.y = top + height;
  pdf.moveDown(logo || merchant ? 0.8 : 0.3);
}

/** The width of an image that fills a box in one direction. */
function widthIn(box: typeof BRAND_BOX, { width, height }: PaperImage): number {
  return width * Math.min(box.width / width, box.height / height);
}
