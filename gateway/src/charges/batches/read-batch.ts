import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import { isId } from '#src/ground/ids.ts';
import { readCharges } from '../read-charges.ts';
import type { LineWithCharge } from './batch-view.ts';
import type { ChargeBatch, ChargeBatchKey, LineNumber } from './charge-batch.ts';
import { selectBatch, selectBatches } from './charge-batch-store.ts';
import { type LinePage, selectLines } from './charge-line-store.ts';

const CURSOR = /^(\d{1,9})\.(\d{1,3})$/;
/** Before the first line of each batch. */
const START: LineNumber = { line: -1, part: 0 };

/** The key of a path. Refuses `charge_batch_not_found` for a text that is no id. */
export function keyOf({ merchantId, environment }: LedgerScope, id: string): ChargeBatchKey {
  if (!isId(id)) throw new Refusal('charge_batch_not_found');
  return { merchantId, environment, id };
}

/** The batch with a key. Refuses `charge_batch_not_found`. */
export async function readBatch(database: Queryable, key: ChargeBatchKey): Promise<ChargeBatch> {
  const batch = await selectBatch(database, key);
  if (!batch) throw new Refusal('charge_batch_not_found');
  return batch;
}

/** A page of the batches of a scope, newest first. */
export function readBatches(
  database: Queryable,
  scope: LedgerScope,
  page: { readonly beforeId: string; readonly limit: number },
): Promise<Page<ChargeBatch>> {
  return readPage(
    page.limit,
    (limit) => selectBatches(database, { ...scope, beforeId: page.beforeId, limit }),
    ({ id }) => id,
  );
}

/** A page of the lines of a batch with their charges; `next` is the cursor of the next page. */
export async function readLines(
  database: Queryable,
  key: ChargeBatchKey,
  page: LinePage,
): Promise<{ readonly lines: readonly LineWithCharge[]; readonly next: string | null }> {
  const rows = await selectLines(database, key, { ...page, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const { merchantId, environment } = key;
  const charges = await readCharges(
    database,
    shown.flatMap(({ chargeId: id, status }) =>
      id !== null && status === 'created' ? [{ merchantId, environment, id }] : [],
    ),
  );
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  return {
    lines: shown.map((line) => ({ line, charge: byId.get(line.chargeId ?? '') })),
    next: rows.length > shown.length && last ? cursorOfLine(last) : null,
  };
}

function cursorOfLine({ line, part }: LineNumber): string {
  return Buffer.from(`${line}.${part}`).toString('base64url');
}

/** The line after which the page of a cursor starts. Refuses `invalid_request` for another text. */
export function lineOfCursor(cursor: string | undefined): LineNumber {
  if (cursor === undefined) return START;
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match) throw invalidCursor();
  return { line: Number(match[1]), part: Number(match[2]) };
}
