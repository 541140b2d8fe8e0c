import { formatTaxId } from '#src/pix/tax-id.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvPairs } from '#src/platform/csv.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import {
  searchTransactions,
  type TransactionRow,
  type TransactionSearch,
} from './search-transactions.ts';
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
const TYPES = { charge: 'Cobrança', payout: 'Saque' };
const STATES = {
  pending: 'Pendente',
  paid: 'Paga',
  expired: 'Expirada',
  partially_refunded: 'Devolvida em parte',
  refunded: 'Devolvida',
  failed: 'Falhou',
};

/** The transactions of a search as a CSV file, a page at a time: however many, none is kept. */
export async function* exportTransactions(
  database: Queryable,
  search: Omit<TransactionSearch, 'cursor' | 'limit'>,
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(HEADER);
  let cursor: string | undefined;
  do {
    const page = await searchTransactions(database, { ...search, cursor, limit: PAGE_ROWS });
    if (page.rows.length > 0) yield page.rows.map(lineOf).join('');
    cursor = page.nextId ?? undefined;
  } while (cursor !== undefined);
}

function lineOf(row: TransactionRow): string {
  // As in the panel: what leaves is negative.
  const sign = row.type === 'payout' ? -1n : 1n;
  return csvLine([
    brazilianTime(row.created_at),
    TYPES[row.type],
    STATES[row.status],
    csvMoney(sign * row.amount_centavos),
    csvMoney(row.fee_centavos),
    csvMoney(sign * netOf(row)),
    csvMoney(row.refunded_centavos),
    row.name,
    formatTaxId(row.document),
    row.pix_key,
    row.external_id,
    row.paid_at === null ? null : brazilianTime(row.paid_at),
    row.end_to_end_id,
    csvPairs(row.utm),
    row.id,
  ]);
}
