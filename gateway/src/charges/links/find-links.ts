import type { Queryable } from '#src/ground/database/database.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { selectLinksById } from './link-store.ts';
import type { PaymentLink } from './payment-link.ts';

/** Reads links of any merchant by their ids with one query; undefined for an unknown id. */
export async function findLinks(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly BatchResult<PaymentLink | undefined>[]> {
  const links = await selectLinksById(database, { ids: [...new Set(ids)] });
  const byId = new Map(links.map((link) => [link.id, link]));
  return ids.map((id) => ({ value: byId.get(id) }));
}
