import type { Language } from '#src/ground/http/language.ts';
import { dueColumns, dueSumColumns } from '../../due-columns.ts';

interface MovementTexts {
  /** The columns of the statement for accountants, in CSV and XLSX. */
  readonly columns: readonly string[];
  /** The columns of the totals of days. */
  readonly dayColumns: readonly string[];
  readonly sheetNames: { readonly movements: string; readonly days: string };
}

const pt: MovementTexts = {
  columns: [
    'Data',
    'Movimento',
    'Valor bruto',
    'Splits',
    'Tarifa',
    'Valor líquido',
    'Saldo',
    'Pagador ou favorecido',
    'CPF ou CNPJ',
    'Referência',
    'EndToEndId',
    'Transação',
    'Identificador',
    'Número',
    ...dueColumns['pt-BR'],
  ],
  dayColumns: [
    'Dia',
    'Saldo inicial',
    'Entradas',
    'Saídas',
    'Tarifas',
    'Saldo final',
    'Movimentos',
    ...dueSumColumns['pt-BR'],
  ],
  sheetNames: { movements: 'Movimentos', days: 'Totais por dia' },
};

const en: MovementTexts = {
  columns: [
    'Date',
    'Movement',
    'Gross amount',
    'Splits',
    'Fee',
    'Net amount',
    'Balance',
    'Payer or beneficiary',
    'CPF or CNPJ',
    'Reference',
    'EndToEndId',
    'Transaction',
    'Identifier',
    'Number',
    ...dueColumns.en,
  ],
  dayColumns: [
    'Day',
    'Opening balance',
    'Received',
    'Sent',
    'Fees',
    'Closing balance',
    'Movements',
    ...dueSumColumns.en,
  ],
  sheetNames: { movements: 'Movements', days: 'Totals by day' },
};

/** The texts of the files for accountants. */
export const movementTexts: Readonly<Record<Language, MovementTexts>> = { 'pt-BR': pt, en };
