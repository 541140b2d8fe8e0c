import type { Browser } from 'playwright-core';

const LOGO = `<body style="margin:0;background:transparent"><svg width="520" height="140"
  viewBox="0 0 520 140" xmlns="http://www.w3.org/2000/svg" font-family="Georgia, serif">
  <circle cx="70" cy="70" r="62" fill="#5b3a29"/>
  <path d="M38 84a32 32 0 0 1 64 0z" fill="#f6b042"/>
  <path d="M70 30v14M40 44l9 10M100 44l-9 10" stroke="#f6b042" stroke-width="7"
    stroke-linecap="round"/>
  <text x="154" y="66" font-size="54" font-weight="700" fill="#8a5a3c">Café</text>
  <text x="154" y="122" font-size="54" font-weight="700" fill="#8a5a3c">Aurora</text></svg>`;
const MUG = `<body style="margin:0;background:#f4ece4"><svg width="640" height="480"
  viewBox="0 0 640 480" xmlns="http://www.w3.org/2000/svg">
  <rect x="200" y="130" width="200" height="230" rx="26" fill="#b4552d"/>
  <path d="M400 180h34a56 56 0 0 1 0 112h-34" fill="none" stroke="#b4552d" stroke-width="30"/>
  <rect x="200" y="130" width="200" height="34" rx="17" fill="#93431f"/></svg>`;
const MARK = `<body style="margin:0;background:transparent"><svg width="256" height="256"
  viewBox="0 0 256 256" xmlns="http://www.w3.org/2000/svg">
  <rect width="256" height="256" rx="56" fill="#4338ca"/>
  <path d="M76 196V60h64a44 44 0 0 1 0 88h-32" fill="none" stroke="#fff" stroke-width="30"/></svg>`;

/** The images that a shop and a platform upload. */
export interface Pictures {
  /** The shop's logo: wide, with a transparent ground. */
  readonly logo: Buffer;
  /** The image of a product. */
  readonly mug: Buffer;
  /** The platform's logo: square. */
  readonly mark: Buffer;
}

/** Draws the images with the browser. */
export async function drawPictures(browser: Browser): Promise<Pictures> {
  const page = await browser.newPage();
  const draw = async (content: string, width: number, height: number): Promise<Buffer> => {
    await page.setViewportSize({ width, height });
    await page.setContent(content);
    return page.screenshot({ omitBackground: true });
  };
  const logo = await draw(LOGO, 520, 140);
  const mug = await draw(MUG, 640, 480);
  const mark = await draw(MARK, 256, 256);
  await page.close();
  return { logo, mug, mark };
}
