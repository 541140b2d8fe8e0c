import type { Language } from '#src/ground/http/language.ts';
import type { PayoutStatus } from '../payout.ts';

interface BatchCsvTexts {
  /** The columns of a file of a batch, by names that its reader knows. */
  readonly columns: readonly string[];
  readonly template: readonly (readonly string[])[];
  readonly templateName: string;
  /** The further columns of a result, before and after those of the file. */
  readonly line: string;
  readonly results: readonly string[];
  readonly statuses: Readonly<Record<PayoutStatus, string>>;
  readonly notSent: string;
  readonly resultName: string;
}

const pt: BatchCsvTexts = {
  columns: [
    'favorecido',
    'documento',
    'tipo da chave',
    'chave',
    'valor',
    'descrição',
    'referência',
  ],
  template: [
    [
      'João Souza',
      '529.982.247-25',
      'e-mail',
      'joao@exemplo.com.br',
      '1.234,56',
      'Comissão',
      'nov-1',
    ],
    ['Papelaria Lima', '11.444.777/0001-61', 'cnpj', '11.444.777/0001-61', '89,90', '', 'nov-2'],
  ],
  templateName: 'modelo-de-saques',
  line: 'linha',
  results: ['situação', 'motivo', 'saque', 'EndToEndId'],
  statuses: {
    awaiting_approval: 'aguarda aprovação',
    pending: 'em andamento',
    paid: 'pago',
    failed: 'falhou',
  },
  notSent: 'não enviado',
  resultName: 'lote',
};

const en: BatchCsvTexts = {
  columns: ['beneficiary', 'document', 'key type', 'key', 'amount', 'description', 'reference'],
  template: [
    [
      'João Souza',
      '529.982.247-25',
      'e-mail',
      'joao@exemplo.com.br',
      '1,234.56',
      'Commission',
      'nov-1',
    ],
    ['Papelaria Lima', '11.444.777/0001-61', 'cnpj', '11.444.777/0001-61', '89.90', '', 'nov-2'],
  ],
  templateName: 'payout-template',
  line: 'line',
  results: ['status', 'reason', 'payout', 'EndToEndId'],
  statuses: {
    awaiting_approval: 'awaiting approval',
    pending: 'in progress',
    paid: 'paid',
    failed: 'failed',
  },
  notSent: 'not sent',
  resultName: 'batch',
};

/** The texts of the files of batches. */
export const batchCsvTexts: Readonly<Record<Language, BatchCsvTexts>> = { 'pt-BR': pt, en };
