import type { RefundStatus } from '#src/charges/charge.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvTime } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Page } from '#src/ground/database/read-page.ts';
import type { Language } from '#src/ground/http/language.ts';
import { formatTaxId } from '#src/ground/pix/tax-id.ts';
import { failureIn } from '../failure-texts.ts';
import { type ListedRefund, listRefunds, type RefundFilter } from './list-refunds.ts';

const PAGE_ROWS = 1_000;

interface ExportTexts {
  readonly header: readonly string[];
  readonly statuses: Readonly<Record<RefundStatus, string>>;
}

const pt: ExportTexts = {
  header: [
    'Solicitada em',
    'Situação',
    'Valor',
    'Pagador',
    'CPF ou CNPJ',
    'Motivo',
    'Devolvida em',
    'Por que não foi feita',
    'Referência',
    'EndToEndId',
    'Identificador da devolução no Pix',
    'Cobrança',
    'Devolução',
  ],
  statuses: { pending: 'Em andamento', done: 'Devolvida', failed: 'Não realizada' },
};

const en: ExportTexts = {
  header: [
    'Requested at',
    'Status',
    'Amount',
    'Payer',
    'CPF or CNPJ',
    'Reason',
    'Refunded at',
    'Why it failed',
    'Reference',
    'EndToEndId',
    'Pix id of the refund',
    'Charge',
    'Refund',
  ],
  statuses: { pending: 'In progress', done: 'Refunded', failed: 'Not made' },
};

const TEXTS: Readonly<Record<Language, ExportTexts>> = { 'pt-BR': pt, en };

/**
 * The refunds of a filter as a CSV file, newest first. Only one page at a time is in memory. An
 * empty page is yielded too, so that the search ends when its reader has disconnected.
 */
export async function* exportRefunds(
  database: Queryable,
  filter: Omit<RefundFilter, 'cursor' | 'limit'>,
  language: Language,
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(TEXTS[language].header, language);
  let cursor: string | undefined;
  do {
    const page: Page<ListedRefund> = await listRefunds(database, {
      ...filter,
      cursor,
      limit: PAGE_ROWS,
    });
    yield page.rows.map((row) => lineOf(row, language)).join('');
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

function lineOf(refund: ListedRefund, language: Language): string {
  const cells = [
    csvTime(refund.createdAt, language),
    TEXTS[language].statuses[refund.status],
    csvMoney(refund.amount, language),
    refund.payerName,
    formatTaxId(refund.payerDocument),
    refund.reason,
    refund.doneAt === null ? null : csvTime(refund.doneAt, language),
    failureIn(refund.failure, language)?.message ?? null,
    refund.externalId,
    refund.endToEndId,
    refund.returnId,
    refund.chargeId,
    refund.id,
  ];
  return csvLine(cells, language);
}
