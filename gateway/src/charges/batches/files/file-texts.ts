import type { Text } from '#src/ground/errors/texts/text.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { ChargeStatus } from '../../charge.ts';
import { INSTALLMENTS_MAX } from '../charge-batch.ts';

/** The fault of a cell. */
export const cellFaults = {
  shifted: {
    'pt-BR':
      'A linha não segue as colunas do cabeçalho. Escreva o valor entre aspas, ou separe as ' +
      'colunas com ponto e vírgula.',
    en: 'The line doesn’t follow the columns of the header. Put the amount in quotes.',
  },
  amount: {
    'pt-BR': 'Valor não reconhecido. Use reais e centavos, como 1.234,56.',
    en: 'The amount can’t be read. Write 1,234.56.',
  },
  document: {
    'pt-BR':
      'A planilha mudou o número ou tirou zeros do início. Formate a coluna como texto e escreva ' +
      'o CPF ou CNPJ inteiro.',
    en:
      'The spreadsheet changed the number or cut its first zeros. Format the column as text and ' +
      'write the whole CPF or CNPJ.',
  },
  dueDate: {
    'pt-BR': 'Informe o vencimento, como 15/01/2027.',
    en: 'Enter the due date, such as 2027-01-15.',
  },
  installments: {
    'pt-BR': `Use um número inteiro, de 1 a ${INSTALLMENTS_MAX}.`,
    en: `Use a whole number, 1 to ${INSTALLMENTS_MAX}.`,
  },
  days: {
    'pt-BR': 'Use só o número de dias, como 30.',
    en: 'Use only the number of days, such as 30.',
  },
  rule: {
    'pt-BR': 'Use um percentual até 100%, como 2% ou 2,5%, ou um valor, como 5,00.',
    en: 'Use a percentage up to 100%, such as 2% or 2.5%, or an amount, such as 5.00.',
  },
  interest: {
    'pt-BR':
      'Use um percentual ao mês, como 1%, ou com o período, como 0,03% ao dia, 12% ao ano ou ' +
      '0,03% por dia útil, ou um valor por dia, como 0,50.',
    en:
      'Use a percentage a month, such as 1%, or with its period, such as 0.03% a day, 12% a year ' +
      'or 0.03% per business day, or an amount a day, such as 0.50.',
  },
} as const satisfies Readonly<Record<string, Text>>;

interface FileTexts {
  /** The columns in the order of `fileColumns`, by names that the reader of files knows. */
  readonly columns: readonly string[];
  /** The rows of the template, with this due date. */
  readonly template: (dueDate: string) => readonly (readonly string[])[];
  readonly templateName: string;
  readonly line: string;
  /** The columns of a result. */
  readonly results: readonly string[];
  readonly statuses: Readonly<Record<ChargeStatus, string>>;
  readonly open: string;
  readonly refused: string;
  readonly resultName: string;
}

const pt: FileTexts = {
  columns: [
    'pagador',
    'documento',
    'e-mail',
    'valor',
    'vencimento',
    'parcelas',
    'dias após o vencimento',
    'multa',
    'juros ao mês',
    'desconto',
    'dias do desconto',
    'descrição',
    'referência',
  ],
  template: (dueDate) => [
    [
      'João Souza',
      '529.982.247-25',
      'joao@exemplo.com.br',
      '150,00',
      dueDate,
      '12',
      '30',
      '2%',
      '1%',
      '10,00',
      '5',
      'Mensalidade',
      'aluno-7',
    ],
    [
      'Papelaria Lima',
      '11.444.777/0001-61',
      '',
      '1.234,56',
      dueDate,
      '1',
      '30',
      '',
      '',
      '',
      '',
      'Pedido 89',
      'pedido-89',
    ],
  ],
  templateName: 'modelo-de-cobrancas',
  line: 'linha',
  results: [
    'linha',
    'parcela',
    'situação',
    'motivo',
    'pagador',
    'documento',
    'valor',
    'vencimento',
    'referência',
    'cobrança',
    'link de pagamento',
    'copia e cola',
  ],
  statuses: {
    pending: 'pendente',
    paid: 'paga',
    expired: 'expirada',
    canceled: 'cancelada',
    partially_refunded: 'devolvida em parte',
    refunded: 'devolvida',
  },
  open: 'em andamento',
  refused: 'recusada',
  resultName: 'cobrancas',
};

const en: FileTexts = {
  columns: [
    'payer',
    'document',
    'e-mail',
    'amount',
    'due date',
    'installments',
    'days after due',
    'fine',
    'interest per month',
    'discount',
    'discount days',
    'description',
    'reference',
  ],
  template: (dueDate) => [
    [
      'João Souza',
      '529.982.247-25',
      'joao@exemplo.com.br',
      '150.00',
      dueDate,
      '12',
      '30',
      '2%',
      '1%',
      '10.00',
      '5',
      'Monthly fee',
      'student-7',
    ],
    [
      'Papelaria Lima',
      '11.444.777/0001-61',
      '',
      '1,234.56',
      dueDate,
      '1',
      '30',
      '',
      '',
      '',
      '',
      'Order 89',
      'order-89',
    ],
  ],
  templateName: 'charge-template',
  line: 'line',
  results: [
    'line',
    'instalment',
    'status',
    'reason',
    'payer',
    'document',
    'amount',
    'due date',
    'reference',
    'charge',
    'payment link',
    'copy and paste',
  ],
  statuses: {
    pending: 'pending',
    paid: 'paid',
    expired: 'expired',
    canceled: 'canceled',
    partially_refunded: 'partly refunded',
    refunded: 'refunded',
  },
  open: 'in progress',
  refused: 'refused',
  resultName: 'charges',
};

/** The texts of the files of batches of charges. */
export const fileTexts: Readonly<Record<Language, FileTexts>> = { 'pt-BR': pt, en };
