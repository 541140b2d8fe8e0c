import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvPairs } from '#src/platform/csv.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { instantOfId } from '#src/platform/ids.ts';
import {
  type IdStretch,
  type ReceivedSplitRow,
  selectReceivedSplits,
} from './received-split-store.ts';

const PAGE_ROWS = 1_000;

const HEADER = [
  'Cobrança criada em',
  'Situação',
  'Percentual',
  'Valor',
  'Devolvido',
  'Lojista',
  'Usuário',
  'Referência',
  'UTM',
  'Paga em',
  'Cobrança',
];
const STATES: Readonly<Record<string, string>> = {
  pending: 'Pendente',
  paid: 'Paga',
  canceled: 'Cancelada',
  partially_refunded: 'Devolvida em parte',
  refunded: 'Devolvida',
};

/** The shares that a merchant receives as a CSV file, newest first, a page at a time. */
export async function* exportReceivedSplits(
  database: Queryable,
  scope: LedgerScope,
  { fromId, beforeId, status }: IdStretch & { status: string | undefined },
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(HEADER);
  let next: string | undefined = beforeId;
  while (next !== undefined) {
    const page = { fromId, beforeId: next, limit: PAGE_ROWS, status };
    const rows: ReceivedSplitRow[] = await selectReceivedSplits(database, scope, page);
    if (rows.length > 0) yield rows.map(lineOf).join('');
    next = rows.length === PAGE_ROWS ? rows.at(-1)?.charge_id : undefined;
  }
}

function lineOf(row: ReceivedSplitRow): string {
  return csvLine([
    brazilianTime(instantOfId(row.charge_id)),
    STATES[row.status] ?? row.status,
    // Basis points have two decimals as percentages, as centavos have as reais.
    csvMoney(row.basis_points),
    csvMoney(row.amount_centavos),
    csvMoney(row.refunded_centavos),
    row.origin_name,
    row.origin_username,
    row.external_id,
    csvPairs(row.utm),
    row.paid_at === null ? null : brazilianTime(row.paid_at),
    row.charge_id,
  ]);
}
