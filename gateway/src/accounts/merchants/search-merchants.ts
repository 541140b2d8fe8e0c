import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import type { MerchantStatus } from './merchant.ts';
import type { MerchantRecord } from './merchant-record.ts';
import { selectMerchantPage, selectMerchantRecord } from './merchant-search-store.ts';

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

/**
 * One page of merchants, newest first, but the one whose whole username is searched before all.
 * Refuses `invalid_request` if the cursor is not an id.
 */
export async function searchMerchants(
  database: Queryable,
  { search = '', status, cursor, limit }: MerchantSearch,
): Promise<Page<MerchantRecord>> {
  if (cursor !== undefined && !isId(cursor)) throw invalidCursor();
  const words = searchWords(search);
  const username = search.trim().toLowerCase();
  // A search with only punctuation matches no merchant.
  if (words.length === 0 && username !== '') return { rows: [], next: null };
  const named =
    cursor === undefined && words.length > 0
      ? await selectMerchantRecord(database, { username })
      : undefined;
  const first = named && (status ?? named.status) === named.status ? [named] : [];
  if (first.length === limit) return { rows: first, next: ID_MAX };
  const filter = { beforeId: cursor ?? ID_MAX, status: status ?? null, words };
  const { rows, next } = await readPage(
    limit - first.length,
    (rowsMax) => selectMerchantPage(database, { ...filter, limit: rowsMax }),
    ({ merchantId }) => merchantId,
  );
  return { rows: [...first, ...rows.filter((row) => row.username !== username)], next };
}

/** The words of a search, normalised as in the index: no case, accents and punctuation. */
function searchWords(search: string): string[] {
  const text = search.trim().toLowerCase().normalize('NFD').replaceAll(ACCENTS, '');
  // A tax id is one word, with or without punctuation.
  const pieces = TAX_ID.test(text) ? [text.replaceAll(/[./-]/g, '')] : text.split(/[^a-z0-9]+/);
  return pieces.filter((piece) => piece !== '').slice(0, WORDS_MAX);
}
