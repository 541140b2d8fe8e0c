import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { plainWords } from '#src/ground/file-name.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { PaperImage } from '#src/ground/images/paper-image.ts';
import type { PaperBrand } from '#src/ground/pdf/paper-head.ts';
import { readLook } from '../../payment-page/change-page-look.ts';
import { readCharges } from '../../read-charges.ts';
import type { ChargeBatchKey } from '../charge-batch.ts';
import { selectSlips } from '../charge-line-store.ts';
import { readBatch } from '../read-batch.ts';
import { SLIPS_MAX, type Slip } from './carne.ts';
import { carnePdf } from './carne-pdf.ts';
import { carneTexts } from './carne-texts.ts';

const FILE_ENDING = /\.[a-z]{3,4}$/i;

export interface CarneDeps extends DatabaseAndClock<Queryable> {
  readonly readPaperBrand: () => Promise<PaperBrand>;
  readonly readPaperLogo: (merchantId: string) => Promise<PaperImage | undefined>;
}

/** A carnê as a file. */
export interface CarneFile {
  readonly pdf: Buffer;
  /** Its name for a download: `carne-turma-7b.pdf`, by the name of its batch. */
  readonly name: string;
}

/**
 * Draws up to 300 charges of a batch, from the one with the number `from` on. Refuses
 * `charge_batch_not_found`, `carne_not_ready` while the batch is under way, and `carne_empty`.
 */
export async function drawCarne(
  { database, clock, readPaperBrand, readPaperLogo }: CarneDeps,
  key: ChargeBatchKey,
  { from, language }: { readonly from: number; readonly language: Language },
): Promise<CarneFile> {
  const batch = await readBatch(database, key);
  if (batch.status !== 'completed') throw new Refusal('carne_not_ready', { retryAfterSeconds: 5 });
  const slips = await readSlips(database, key, from);
  if (slips.length === 0) throw new Refusal('carne_empty');
  const { merchantId, id: batchId } = key;
  const [payee, look, logo, brand] = await Promise.all([
    findMerchantById(database, merchantId),
    readLook(database, merchantId),
    readPaperLogo(merchantId),
    readPaperBrand(),
  ]);
  if (!payee) throw new Error(`the batch of an unknown merchant ${merchantId}`);
  const frame = { language, brand, payee, logo, color: look.color, at: clock.now() };
  const name = nameOf(batch.fileName);
  const pdf = await carnePdf({ name, slips }, frame);
  const part = from > 1 ? `-${from}` : '';
  return { pdf, name: `${fileNameOf(plainWords(name ?? '') || batchId, language)}${part}.pdf` };
}

/** The name of the batch's file without its ending; null for a batch of the API. */
function nameOf(fileName: string | null): string | null {
  return fileName?.replace(FILE_ENDING, '') ?? null;
}

function fileNameOf(words: string, language: Language): string {
  const kind = carneTexts[language].fileName;
  return words === kind || words.startsWith(`${kind}-`) ? words : `${kind}-${words}`;
}

async function readSlips(
  database: Queryable,
  key: ChargeBatchKey,
  from: number,
): Promise<readonly Slip[]> {
  const rows = await selectSlips(database, { ...key, offset: from - 1, limit: SLIPS_MAX });
  const { merchantId, environment } = key;
  const keys = rows.map(({ id }) => ({ merchantId, environment, id }));
  const charges = keys.length === 0 ? [] : await readCharges(database, keys);
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  return rows.flatMap(({ id, number, count }) => {
    const charge = byId.get(id);
    return charge ? [{ charge, number, count }] : [];
  });
}
