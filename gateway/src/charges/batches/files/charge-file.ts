import { Refusal } from '#src/ground/errors/problems.ts';
import { type CsvRules, readCsv } from '#src/ground/read-csv.ts';
import { BATCH_CHARGES_MAX } from '../charge-batch.ts';
import type { UncheckedLine } from '../check-lines.ts';
import type { FileColumn } from './file-columns.ts';
import { linesOfRow } from './file-lines.ts';

export const FILE_BYTES_MAX = 4 * 1024 * 1024;

const RULES: CsvRules<FileColumn> = {
  columns: {
    name: ['pagador', 'nome', 'nomedopagador', 'cliente', 'sacado', 'name', 'payer', 'payername'],
    document: ['documento', 'cpf', 'cnpj', 'cpfcnpj', 'cpfoucnpj', 'document', 'taxid'],
    email: ['email', 'emaildopagador', 'mail'],
    amount: ['valor', 'valorrs', 'valordaparcela', 'amount', 'value'],
    due_date: ['vencimento', 'datadevencimento', 'primeirovencimento', 'duedate', 'due'],
    installments: ['parcelas', 'meses', 'numerodeparcelas', 'installments', 'instalments'],
    days_after_due: ['diasaposvencimento', 'diasaposovencimento', 'daysafterdue'],
    fine: ['multa', 'fine'],
    interest: ['juros', 'jurosaomes', 'interest', 'interestpermonth'],
    discount: ['desconto', 'discount'],
    discount_days: ['diasantesparadesconto', 'diasdodesconto', 'discountdays'],
    description: ['descricao', 'observacao', 'description', 'note'],
    external_id: ['referencia', 'suareferencia', 'idexterno', 'externalid', 'reference'],
  },
  bytesMax: FILE_BYTES_MAX,
  linesMax: BATCH_CHARGES_MAX,
  amount: 'amount',
  text: 'description',
  invalid: 'charge_file_invalid',
  tooLarge: 'charge_file_too_large',
  missing(has) {
    if (!has('name')) return ['falta a coluna “pagador”', 'the column “payer” is missing'];
    if (!has('document')) return ['falta a coluna “documento”', 'the column “document” is missing'];
    if (!has('amount')) return ['falta a coluna “valor”', 'the column “amount” is missing'];
    if (has('due_date')) return undefined;
    return ['falta a coluna “vencimento”', 'the column “due date” is missing'];
  },
};

/**
 * Reads the charges of a file; a row with instalments makes a charge a month. Refuses
 * `charge_file_invalid` and `charge_file_too_large`, also for more than 10,000 charges.
 */
export function readChargeFile(content: Buffer): readonly UncheckedLine[] {
  const lines: UncheckedLine[] = [];
  for (const { line, cells, isShifted } of readCsv(content, RULES)) {
    lines.push(...linesOfRow(line, cells, isShifted));
    if (lines.length > BATCH_CHARGES_MAX) throw new Refusal('charge_file_too_large');
  }
  return lines;
}
