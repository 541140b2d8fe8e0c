import { Refusal } from '#src/ground/errors/problems.ts';
import {
  type ChosenColumns,
  type CsvPreview,
  type CsvRules,
  previewCsv,
  readCsv,
} from '#src/ground/read-csv.ts';
import { BATCH_CHARGES_MAX } from '../charge-batch.ts';
import type { UncheckedLine } from '../check-lines.ts';
import type { FileColumn } from './file-columns.ts';
import { linesOfRow } from './file-lines.ts';

export const FILE_BYTES_MAX = 4 * 1024 * 1024;

const RULES: CsvRules<FileColumn> = {
  columns: {
    name: [
      'pagador',
      'nome',
      'nomedopagador',
      'cliente',
      'sacado',
      'name',
      'payer',
      'payername',
      'nomedocliente',
      'nomecompleto',
      'razaosocial',
      'devedor',
      'responsavel',
      'aluno',
    ],
    document: [
      'documento',
      'cpf',
      'cnpj',
      'cpfcnpj',
      'cpfoucnpj',
      'document',
      'taxid',
      'documentodopagador',
      'cpfdopagador',
      'cnpjdopagador',
      'cpfcnpjdopagador',
      'cpfdocliente',
      'cnpjdocliente',
      'cpfcnpjdocliente',
    ],
    email: ['email', 'emaildopagador', 'mail', 'emaildocliente', 'correioeletronico'],
    amount: [
      'valor',
      'valorr',
      'valorrs',
      'valordaparcela',
      'amount',
      'value',
      'valordacobranca',
      'mensalidade',
      'quantia',
      'montante',
    ],
    due_date: [
      'vencimento',
      'datadevencimento',
      'primeirovencimento',
      'duedate',
      'due',
      'datavencimento',
      'dtvencimento',
      'datadoprimeirovencimento',
      'venceem',
    ],
    installments: [
      'parcelas',
      'meses',
      'numerodeparcelas',
      'installments',
      'instalments',
      'quantidadedeparcelas',
      'qtdparcelas',
      'qtddeparcelas',
    ],
    days_after_due: ['diasaposvencimento', 'diasaposovencimento', 'daysafterdue'],
    fine: ['multa', 'fine', 'multaporatraso'],
    interest: ['juros', 'jurosaomes', 'interest', 'interestpermonth', 'jurosdemora'],
    discount: ['desconto', 'discount'],
    discount_days: ['diasantesparadesconto', 'diasdodesconto', 'discountdays'],
    description: [
      'descricao',
      'observacao',
      'description',
      'note',
      'produto',
      'servico',
      'historico',
      'referentea',
      'mensagem',
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
      'pedido',
      'numerodopedido',
      'matricula',
    ],
  },
  bytesMax: FILE_BYTES_MAX,
  linesMax: BATCH_CHARGES_MAX,
  amount: 'amount',
  text: 'description',
  invalid: 'charge_file_invalid',
  tooLarge: 'charge_file_too_large',
  required: [
    { of: ['name'], names: ['“pagador”', '“payer”'] },
    { of: ['document'], names: ['“documento”', '“document”'] },
    { of: ['amount'], names: ['“valor”', '“amount”'] },
    { of: ['due_date'], names: ['“vencimento”', '“due date”'] },
  ],
};

/** The groups of columns of which a file needs one. */
export const requiredFileColumns = RULES.required.map(({ of }) => of);

/**
 * Reads the charges of a file; a row with instalments makes a charge a month. Refuses
 * `charge_file_invalid` and `charge_file_too_large`, also for more than 10,000 charges.
 */
export function readChargeFile(
  content: Buffer,
  chosen?: ChosenColumns<FileColumn>,
): readonly UncheckedLine[] {
  const lines: UncheckedLine[] = [];
  for (const { line, cells, isShifted } of readCsv(content, RULES, chosen)) {
    lines.push(...linesOfRow(line, cells, isShifted));
    if (lines.length > BATCH_CHARGES_MAX) throw new Refusal('charge_file_too_large');
  }
  return lines;
}

/** The beginning of such a file. Refuses the same, except for its columns. */
export function previewChargeFile(content: Buffer): CsvPreview<FileColumn> {
  return previewCsv(content, RULES);
}
