import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { sha256 } from '#src/ground/encryption/encryption.ts';
import { drawPng, type ModuleGrid } from './module-png.ts';

const require = createRequire(import.meta.url);

const WIDTH_PX_MIN = 512;
/** ISO/IEC 18004 requires four white modules around the code. */
const QUIET_ZONE_MODULES = 4;
const CACHE_BYTES_MAX = 8 * 1_024 * 1_024;
/** The memory of a cache entry besides its image and tag. */
const ENTRY_BYTES = 256;
const ETAG_LENGTH = 27;

export type QrImageType = 'image/png' | 'image/svg+xml';

/** One image of a code. It never changes. */
export interface QrImage {
  /** A strong entity tag, which differs between the types. */
  readonly etag: string;
  /** Whether the image is in the cache, so that sending it needs no drawing. */
  readonly isDrawn: boolean;
  draw(): Buffer;
}

export interface QrImages {
  find(code: string, type: QrImageType): QrImage;
}

/** Creates the QR images of codes. Each is drawn at its first use; 8 MiB of them are cached. */
export function createQrImages(): QrImages {
  const drawn = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: (image, etag) => image.length + etag.length + ENTRY_BYTES,
  });
  return {
    find(code, type) {
      const digest = sha256(`${type} ${code}`).toString('base64url');
      const etag = `"${digest.slice(0, ETAG_LENGTH)}"`;
      return {
        etag,
        isDrawn: drawn.has(etag),
        draw() {
          const cached = drawn.get(etag);
          if (cached) return cached;
          const grid = gridOf(code);
          const image = type === 'image/png' ? drawPng(grid, scaleOf(grid)) : drawSvg(grid);
          drawn.set(etag, image);
          return image;
        },
      };
    },
  };
}

/** The modules of a code, with the quiet zone around them. */
export function gridOf(code: string): ModuleGrid {
  // Loaded by the first image: many processes draw none.
  const { correction, generate }: typeof import('lean-qr') = require('lean-qr');
  const { M } = correction;
  const modules = generate(code, { minCorrectionLevel: M, maxCorrectionLevel: M });
  return {
    size: modules.size + 2 * QUIET_ZONE_MODULES,
    // Modules outside the code are light.
    isDark: (row, column) => modules.get(column - QUIET_ZONE_MODULES, row - QUIET_ZONE_MODULES),
  };
}

/** Every module is a whole number of pixels. */
function scaleOf({ size }: ModuleGrid): number {
  return Math.ceil(WIDTH_PX_MIN / size);
}

/** One path that fills the dark modules, a rectangle for each run of a row. */
function drawSvg({ size, isDark }: ModuleGrid): Buffer {
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (isDark(row, column)) column += 1;
      const length = column - start;
      if (length > 0) path += `M${start} ${row}h${length}v1h-${length}z`;
    }
  }
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX_MIN}" height="${WIDTH_PX_MIN}" ` +
      `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`,
  );
}
