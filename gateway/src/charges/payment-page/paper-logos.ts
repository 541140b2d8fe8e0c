import { LRUCache } from 'lru-cache';
import type { Queryable } from '#src/ground/database/database.ts';
import { type PaperImage, paperImage } from '#src/ground/images/paper-image.ts';
import { openLogo, readLook } from './change-page-look.ts';

/** Logos in the cache; each has up to 256 KiB. */
const KEPT_MAX = 32;

/**
 * Makes a reader of merchants' logos for PDF files: undefined for a merchant without a logo, or
 * with a logo that a PDF can't show. Converting a logo is slow, so each reader has a cache.
 */
export function createPaperLogos(
  database: Queryable,
): (merchantId: string) => Promise<PaperImage | undefined> {
  const kept = new LRUCache<string, Promise<PaperImage | undefined>>({ max: KEPT_MAX });
  const open = async (merchantId: string): Promise<PaperImage | undefined> => {
    const logo = await openLogo(database, merchantId);
    return logo && paperImage(logo.content, merchantId);
  };
  return async (merchantId) => {
    const { logo } = await readLook(database, merchantId);
    if (!logo) return undefined;
    const name = `${merchantId} ${logo.hash}`;
    const opening = kept.get(name) ?? open(merchantId);
    kept.set(name, opening);
    // A failure is not cached: the next PDF file reads the logo again.
    return opening.catch((error: unknown) => {
      kept.delete(name);
      throw error;
    });
  };
}
