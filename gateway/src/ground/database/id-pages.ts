import type { LedgerScope } from '../access/ledger-scope.ts';
import * as f from './fields.ts';
import { rowsOf, sql } from './sql.ts';

/** A page of the rows of one ledger scope: ids below `beforeId`, down to `fromId`, newest first. */
export interface IdPage extends LedgerScope {
  readonly beforeId: string;
  readonly fromId: string;
  readonly limit: number;
}

/**
 * The text of a statement that reads many pages of a table: $1 is `idPageRows`. Each row has the
 * index of its page in `page`. One statement for all costs less than planning one for each.
 */
export function selectIdPages(columns: string, table: string): string {
  return `select page.page, r.* from json_to_recordset($1) as page (page int, merchant_id uuid,
      environment text, before_id uuid, from_id uuid, rows_max bigint)
    ${rowsOfPage(columns, table)}`;
}

function rowsOfPage(columns: string, table: string): string {
  return `cross join lateral (
      select ${columns} from ${table} where merchant_id = page.merchant_id
        and environment = page.environment and id < page.before_id and id >= page.from_id
      order by id desc limit page.rows_max
    ) r`;
}

const PAGE = { page: f.int, ...f.SCOPE, beforeId: f.uuid, fromId: f.uuid, rowsMax: f.count };

/** As `selectIdPages`, for a typed statement, whose parameter is `pagesWithRows`. */
export function idPagesOf(columns: string, table: string) {
  return sql`select page.page, r.* from ${rowsOf('pages', 'page', PAGE)}
    ${rowsOfPage(columns, table)}`;
}

/** The pages that request rows, with their indexes. */
export function pagesWithRows(pages: readonly IdPage[]) {
  return pages
    .map(({ limit: rowsMax, ...page }, index) => ({ ...page, page: index, rowsMax }))
    .filter(({ rowsMax }) => rowsMax > 0);
}

/** The pages in the form of `selectIdPages`; undefined when no page requests a row. */
export function idPageRows(pages: readonly IdPage[]): string | undefined {
  const rows = pages.flatMap((page, index) =>
    page.limit === 0
      ? []
      : [
          {
            page: index,
            merchant_id: page.merchantId,
            environment: page.environment,
            before_id: page.beforeId,
            from_id: page.fromId,
            rows_max: page.limit,
          },
        ],
  );
  return rows.length === 0 ? undefined : JSON.stringify(rows);
}
