import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvPairs } from '#src/platform/csv.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import type { Page } from '#src/platform/database/read-page.ts';
import { instantOfId } from '#src/platform/ids.ts';
import { listReceivedSplits } from './read-received-splits.ts';
import type { IdRange, ListedSplit } from './received-split.ts';
import type { SplitStatus } from './split.ts';

const PAGE_ROWS = 1_000;

const HEADER = [
  'Cobrança criada em',
  'Situação',
  'Percentual',
  'Valor',
  'Devolvido',
  'Contestado',
  'A liberar',
  'Liberação',
  'Lojista',
  'Usuário',
  'Referência',
  'UTM',
  'Paga em',
  'Cobrança',
];
const STATUSES: Readonly<Record<SplitStatus, string>> = {
  pending: 'Pendente',
  paid: 'Paga',
  canceled: 'Cancelada',
  partially_refunded: 'Devolvida em parte',
  refunded: 'Devolvida',
};

/**
 * The shares of a recipient as a CSV file, newest first. Only one page at a time is in memory. A
 * page may be empty; it is yielded too, so that a reader that has gone ends the search.
 */
export async function* exportReceivedSplits(
  database: Queryable,
  scope: LedgerScope,
  { fromId, beforeId, status }: IdRange & { status: string | undefined },
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(HEADER);
  let cursor: string | null = beforeId;
  while (cursor !== null) {
    const filter = { fromId, beforeId: cursor, limit: PAGE_ROWS, status };
    const page: Page<ListedSplit> = await listReceivedSplits(database, scope, filter);
    yield page.rows.map(lineOf).join('');
    cursor = page.next;
  }
}

function lineOf(split: ListedSplit): string {
  return csvLine([
    brazilianTime(instantOfId(split.chargeId)),
    STATUSES[split.status],
    // Basis points have two decimals as a percentage, like centavos as reais.
    split.basisPoints === null ? 'Valor fixo' : csvMoney(split.basisPoints),
    csvMoney(split.amount),
    csvMoney(split.refunded),
    csvMoney(split.disputed),
    csvMoney(split.pending),
    split.availableOn,
    split.originName,
    split.originUsername,
    split.externalId,
    csvPairs(split.utm),
    split.paidAt === null ? null : brazilianTime(split.paidAt),
    split.chargeId,
  ]);
}
