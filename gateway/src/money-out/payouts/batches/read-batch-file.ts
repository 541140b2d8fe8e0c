import { type CsvRules, readCsv } from '#src/ground/read-csv.ts';
import { BATCH_BYTES_MAX, BATCH_LINES_MAX, type TypedLine } from './payout-batch.ts';

/** The texts of one line of a file; columns that the file doesn't have are empty. */
export interface RawLine extends TypedLine {
  /** The line of the file, from 1. */
  readonly line: number;
}

type Column = Exclude<keyof RawLine, 'line' | 'isShifted'>;

const RULES: CsvRules<Column> = {
  columns: {
    name: ['favorecido', 'nome', 'nomedofavorecido', 'name', 'beneficiary', 'beneficiaryname'],
    document: ['documento', 'cpf', 'cnpj', 'cpfcnpj', 'cpfoucnpj', 'document', 'taxid'],
    keyType: ['tipodachave', 'tipochave', 'tipo', 'tipodechave', 'keytype', 'pixkeytype', 'type'],
    key: ['chave', 'chavepix', 'pix', 'key', 'pixkey'],
    amount: ['valor', 'valorrs', 'amount', 'value'],
    description: ['descricao', 'observacao', 'description', 'note'],
    externalId: ['referencia', 'suareferencia', 'idexterno', 'externalid', 'reference'],
  },
  bytesMax: BATCH_BYTES_MAX,
  linesMax: BATCH_LINES_MAX,
  amount: 'amount',
  text: 'description',
  invalid: 'batch_file_invalid',
  tooLarge: 'batch_file_too_large',
  missing(has) {
    if (!has('amount')) return ['falta a coluna “valor”', 'the column “amount” is missing'];
    if (has('key') || has('name')) return undefined;
    return [
      'falta a coluna “chave” ou “favorecido”',
      'the column “key” or “beneficiary” is missing',
    ];
  },
};

/**
 * Reads the lines of a file of payouts. Refuses `batch_file_too_large` and `batch_file_invalid`.
 */
export function readBatchFile(content: Buffer): readonly RawLine[] {
  return readCsv(content, RULES).map(({ line, cells, isShifted }) => ({
    line,
    ...cells,
    isShifted,
  }));
}
