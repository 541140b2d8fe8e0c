import type { LedgerScope } from '../access/ledger-scope.ts';
import * as f from './fields.ts';
import { keepPlan, rowsOf, sql } from './sql.ts';

/** A page of the rows of one ledger scope: ids below `beforeId`, down to `fromId`, newest first. */
export interface IdPage extends LedgerScope {
  readonly beforeId: string;
  readonly fromId: string;
  readonly limit: number;
}

const PAGE = { page: f.int, ...f.SCOPE, beforeId: f.uuid, fromId: f.uuid, rowsMax: f.count };

/**
 * A statement that reads many pages of a table: its parameter is `pagesWithRows`. Each row has the
 * index of its page in `page`. One statement for all costs less than planning one for each.
 */
export function idPagesOf(columns: string, table: string) {
  return keepPlan(sql`select page.page, r.* from ${rowsOf('pages', 'page', PAGE)}
    cross join lateral (
      select ${columns} from ${table} where merchant_id = page.merchant_id
        and environment = page.environment and id < page.before_id and id >= page.from_id
      order by id desc limit page.rows_max
    ) r`);
}

/** The pages that request rows, with their indexes. */
export function pagesWithRows(pages: readonly IdPage[]) {
  return pages
    .map(({ limit: rowsMax, ...page }, index) => ({ ...page, page: index, rowsMax }))
    .filter(({ rowsMax }) => rowsMax > 0);
}
