import { createHash } from 'node:crypto';
import type { JsonObject } from '../bank-http/classify-result.ts';
import type { ListPage, UnreadableItem } from '../live-bank.ts';
import { isObject, numberAt, objectAt, UnreadableAnswer } from './json-fields.ts';

/** How to read the items of a list. */
export interface ItemReader<Item> {
  /** The field that holds the items; `pix` by default. */
  readonly field?: string;
  readonly idOf: (item: JsonObject) => string | undefined;
  /** Throws UnreadableAnswer. Returns undefined for an item that is not ours. */
  readonly read: (item: JsonObject) => Item | undefined;
}

interface AskedPage {
  readonly page: number;
  readonly size: number;
}

/**
 * Reads one page of a list of API Pix (`parametros.paginacao` and its items). An item that can't be
 * read is returned as unreadable, so that its money is not lost and the other items are still read.
 * Throws UnreadableAnswer when the page itself can't be read.
 */
export function readListPage<Item>(
  body: JsonObject,
  asked: AskedPage,
  reader: ItemReader<Item>,
): ListPage & { readonly items: readonly Item[] } {
  const field = reader.field ?? 'pix';
  const listedItems = itemsOf(body, field, asked);
  const items: Item[] = [];
  const unreadable: UnreadableItem[] = [];
  for (const listed of listedItems) {
    try {
      if (!isObject(listed)) throw new UnreadableAnswer(field);
      const item = reader.read(listed);
      if (item !== undefined) items.push(item);
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      const id = isObject(listed) ? (reader.idOf(listed) ?? null) : null;
      unreadable.push(unreadableItem(listed, id, error.message));
    }
  }
  const { hasMore, pageCount } = pagingOf(body, asked, listedItems.length);
  return { items, unreadable, hasMore, pageCount };
}

/** An item that can't be read. Its digest identifies it when it has no id. */
export function unreadableItem(item: unknown, id: string | null, reason: string): UnreadableItem {
  const digest = createHash('sha256').update(JSON.stringify(item)).digest('hex');
  return { id, digest, reason };
}

/** A bank may leave out an empty list, but not one whose page has items by the bank's own count. */
function itemsOf(body: JsonObject, field: string, asked: AskedPage): readonly unknown[] {
  const paging = pagingIn(body);
  const total = numberAt(paging, 'quantidadeTotalDeItens');
  const isCounted = (paging?.quantidadeTotalDeItens ?? null) !== null;
  const isEmpty = total === undefined ? !isCounted : total <= asked.page * asked.size;
  const items = body[field] ?? (isEmpty ? [] : undefined);
  if (!Array.isArray(items)) throw new UnreadableAnswer(field);
  return items;
}

const pagingIn = (body: JsonObject) => objectAt(objectAt(body, 'parametros'), 'paginacao');

function pagingOf(
  body: JsonObject,
  asked: AskedPage,
  itemCount: number,
): Pick<ListPage, 'hasMore' | 'pageCount'> {
  const paging = pagingIn(body);
  const page = numberAt(paging, 'paginaAtual') ?? asked.page;
  if (page !== asked.page) throw new UnreadableAnswer('paginaAtual');
  const pages = numberAt(paging, 'quantidadeDePaginas');
  if (pages !== undefined) return { hasMore: asked.page + 1 < pages, pageCount: pages };
  return { hasMore: itemCount >= asked.size, pageCount: undefined };
}
