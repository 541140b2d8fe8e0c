import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import type { MerchantStatus } from './merchant.ts';
import type { MerchantRecord } from './merchant-record.ts';
import { selectMerchantPage } from './merchant-search-store.ts';

const WORDS_MAX = 8;
/** Digits with any punctuation, or an alphanumeric CNPJ with its full punctuation. */
const TAX_ID = /^[\d./-]+$|^[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3}\/[\da-z]{4}-\d{2}$/;
const ACCENTS = /\p{M}/gu;

export interface MerchantSearch {
  /** Words, or their beginnings, of the name, the username, the document or an e-mail. */
  readonly search: string | undefined;
  readonly status: MerchantStatus | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One page of merchants, newest first. Refuses `invalid_request` if the cursor is not an id. */
export async function searchMerchants(
  database: Queryable,
  { search = '', status, cursor, limit }: MerchantSearch,
): Promise<Page<MerchantRecord>> {
  if (cursor !== undefined && !isId(cursor)) throw invalidCursor();
  const words = searchWords(search);
  // A search with only punctuation matches no merchant.
  if (words.length === 0 && search.trim() !== '') return { rows: [], next: null };
  const filter = { beforeId: cursor ?? ID_MAX, status: status ?? null, words };
  return readPage(
    limit,
    (rowsMax) => selectMerchantPage(database, { ...filter, limit: rowsMax }),
    ({ merchantId }) => merchantId,
  );
}

/** The words of a search, normalised as in the index: no case, accents and punctuation. */
function searchWords(search: string): string[] {
  const text = search.trim().toLowerCase().normalize('NFD').replaceAll(ACCENTS, '');
  // A tax id is one word, with or without punctuation.
  const pieces = TAX_ID.test(text) ? [text.replaceAll(/[./-]/g, '')] : text.split(/[^a-z0-9]+/);
  return pieces.filter((piece) => piece !== '').slice(0, WORDS_MAX);
}
