import { formatTaxId } from '#src/pix/tax-id.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvPairs } from '#src/platform/csv.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { searchTransactions, type TransactionSearch } from './search-transactions.ts';
import type { ListedTransaction, TransactionStatus, TransactionType } from './transaction.ts';
import { netOf } from './transaction-item.ts';

const PAGE_ROWS = 1_000;

const HEADER = [
  'Criada em',
  'Tipo',
  'Situação',
  'Valor',
  'Tarifa',
  'Líquido',
  'Devolvido',
  'Nome',
  'CPF ou CNPJ',
  'Chave Pix',
  'Referência',
  'Paga em',
  'EndToEndId',
  'UTM',
  'Identificador',
];
const TYPES: Readonly<Record<TransactionType, string>> = { charge: 'Cobrança', payout: 'Saque' };
const STATUSES: Readonly<Record<TransactionStatus, string>> = {
  awaiting_approval: 'Aguarda aprovação',
  pending: 'Pendente',
  paid: 'Paga',
  expired: 'Expirada',
  canceled: 'Cancelada',
  partially_refunded: 'Devolvida em parte',
  refunded: 'Devolvida',
  failed: 'Falhou',
};

/**
 * The transactions of a search as a CSV file. Only one page at a time is in memory. A page may be
 * empty; it is yielded too, so that a reader that has gone ends the search.
 */
export async function* exportTransactions(
  database: Queryable,
  search: Omit<TransactionSearch, 'cursor' | 'limit'>,
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(HEADER);
  let cursor: string | undefined;
  do {
    const page = await searchTransactions(database, { ...search, cursor, limit: PAGE_ROWS });
    yield page.rows.map(lineOf).join('');
    cursor = page.nextId ?? undefined;
  } while (cursor !== undefined);
}

function lineOf(listed: ListedTransaction): string {
  // As in the panel, a payout is negative.
  const sign = listed.type === 'payout' ? -1n : 1n;
  return csvLine([
    brazilianTime(listed.createdAt),
    TYPES[listed.type],
    STATUSES[listed.status],
    csvMoney(sign * listed.amount),
    csvMoney(listed.fee),
    csvMoney(sign * netOf(listed)),
    csvMoney(listed.refunded),
    listed.name,
    formatTaxId(listed.document),
    listed.pixKey,
    listed.externalId,
    listed.paidAt === null ? null : brazilianTime(listed.paidAt),
    listed.endToEndId,
    csvPairs(listed.utm),
    listed.id,
  ]);
}
