import type { MerchantStatus } from '#src/access/merchant.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { isId } from '#src/platform/ids.ts';
import type { MerchantRecord } from './merchant-record.ts';
import { selectMerchantPage } from './merchant-search-store.ts';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const WORDS_MAX = 8;
/** Digits with whatever punctuation, or a CNPJ with letters and all of its own. */
const TAX_ID = /^[\d./-]+$|^[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3}\/[\da-z]{4}-\d{2}$/;
const ACCENTS = /\p{M}/gu;

export interface MerchantSearch {
  /** Words of the name, the username, the document or an e-mail; their beginnings do. */
  readonly search: string | undefined;
  readonly status: MerchantStatus | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface MerchantPage {
  readonly merchants: readonly MerchantRecord[];
  readonly nextCursor: string | null;
}

/** Merchants, the newest first. Refuses a cursor that none of ours is. */
export async function searchMerchants(
  database: Queryable,
  { search = '', status, cursor, limit }: MerchantSearch,
): Promise<MerchantPage> {
  if (cursor !== undefined && !isId(cursor)) {
    const message = 'deve ser o next_cursor de uma página';
    throw new Refusal('invalid_request', { fields: [{ field: 'cursor', message }] });
  }
  const words = messageOf(search);
  // Nothing but punctuation is in no name.
  if (words.length === 0 && search.trim() !== '') return { merchants: [], nextCursor: null };
  const filter = { beforeId: cursor ?? LAST_ID, status, words };
  const found = await selectMerchantPage(database, { ...filter, limit: limit + 1 });
  const merchants = found.slice(0, limit);
  const last = found.length > limit ? merchants.at(-1) : undefined;
  return { merchants, nextCursor: last?.merchantId ?? null };
}

/** Without case, accents and punctuation, as the index keeps them. */
function messageOf(search: string): string[] {
  const text = search.trim().toLowerCase().normalize('NFD').replaceAll(ACCENTS, '');
  // A document is one word, however it is punctuated.
  const pieces = TAX_ID.test(text) ? [text.replaceAll(/[./-]/g, '')] : text.split(/[^a-z0-9]+/);
  return pieces.filter((piece) => piece !== '').slice(0, WORDS_MAX);
}
