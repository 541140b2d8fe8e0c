import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvPairs } from '#src/platform/csv.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { instantOfId } from '#src/platform/ids.ts';
import { readReceivedSplits } from './read-received-splits.ts';
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

/** The shares of a recipient as a CSV file, newest first. Only one page at a time is in memory. */
export async function* exportReceivedSplits(
  database: Queryable,
  scope: LedgerScope,
  { fromId, beforeId, status }: IdRange & { status: string | undefined },
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(HEADER);
  let next: string | undefined = beforeId;
  while (next !== undefined) {
    const page = { fromId, beforeId: next, limit: PAGE_ROWS, status };
    const splits: ListedSplit[] = await readReceivedSplits(database, scope, page);
    if (splits.length > 0) yield splits.map(lineOf).join('');
    next = splits.length === PAGE_ROWS ? splits.at(-1)?.chargeId : undefined;
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
