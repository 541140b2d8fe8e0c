import {
  type ChosenColumns,
  type CsvPreview,
  type CsvRules,
  previewCsv,
  readCsv,
} from '#src/ground/read-csv.ts';
import { BATCH_BYTES_MAX, BATCH_LINES_MAX, type TypedLine } from './payout-batch.ts';

/** The texts of one line of a file; columns that the file doesn't have are empty. */
export interface RawLine extends TypedLine {
  /** The line of the file, from 1. */
  readonly line: number;
}

/** The columns of a file of payouts. */
export const batchColumns = [
  'name',
  'document',
  'key_type',
  'key',
  'amount',
  'description',
  'external_id',
] as const;
export type BatchColumn = (typeof batchColumns)[number];

const RULES: CsvRules<BatchColumn> = {
  columns: {
    name: [
      'favorecido',
      'nome',
      'nomedofavorecido',
      'name',
      'beneficiary',
      'beneficiaryname',
      'beneficiario',
      'nomedobeneficiario',
      'nomecompleto',
      'titular',
      'nomedotitular',
      'recebedor',
      'razaosocial',
      'fornecedor',
      'funcionario',
      'colaborador',
    ],
    document: [
      'documento',
      'cpf',
      'cnpj',
      'cpfcnpj',
      'cpfoucnpj',
      'document',
      'taxid',
      'documentodofavorecido',
      'cpfdofavorecido',
      'cnpjdofavorecido',
      'cpfcnpjdofavorecido',
      'cpfdotitular',
      'cpfcnpjdotitular',
    ],
    key_type: [
      'tipodachave',
      'tipochave',
      'tipo',
      'tipodechave',
      'keytype',
      'pixkeytype',
      'type',
      'tipodachavepix',
      'tipodechavepix',
      'tipochavepix',
    ],
    key: ['chave', 'chavepix', 'pix', 'key', 'pixkey', 'chavedopix', 'chavepixdofavorecido'],
    amount: [
      'valor',
      'valorr',
      'valorrs',
      'amount',
      'value',
      'valordopix',
      'valordopagamento',
      'valorapagar',
      'apagar',
      'valorliquido',
      'quantia',
      'montante',
    ],
    description: [
      'descricao',
      'observacao',
      'description',
      'note',
      'mensagem',
      'historico',
      'motivo',
      'finalidade',
    ],
    external_id: [
      'referencia',
      'suareferencia',
      'idexterno',
      'externalid',
      'reference',
      'identificador',
      'seunumero',
      'codigo',
      'matricula',
    ],
  },
  bytesMax: BATCH_BYTES_MAX,
  linesMax: BATCH_LINES_MAX,
  amount: 'amount',
  text: 'description',
  invalid: 'batch_file_invalid',
  tooLarge: 'batch_file_too_large',
  required: [
    { of: ['amount'], names: ['“valor”', '“amount”'] },
    { of: ['key', 'name'], names: ['“chave” ou “favorecido”', '“key” or “beneficiary”'] },
  ],
};

/** The groups of columns of which a file needs one. */
export const requiredBatchColumns = RULES.required.map(({ of }) => of);

/**
 * Reads the lines of a file of payouts. Refuses `batch_file_too_large` and `batch_file_invalid`.
 */
export function readBatchFile(
  content: Buffer,
  chosen?: ChosenColumns<BatchColumn>,
): readonly RawLine[] {
  return readCsv(content, RULES, chosen).map(({ line, cells, isShifted }) => {
    const { key_type: keyType, external_id: externalId, ...others } = cells;
    return { line, ...others, keyType, externalId, isShifted };
  });
}

/** The beginning of such a file. Refuses the same, except for its columns. */
export function previewBatchFile(content: Buffer): CsvPreview<BatchColumn> {
  return previewCsv(content, RULES);
}
