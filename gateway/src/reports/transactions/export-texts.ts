import type { Language } from '#src/ground/http/language.ts';
import type { TransactionStatus, TransactionType } from './transaction.ts';

interface ExportTexts {
  /** The part of the file's name before the environment. */
  readonly file: string;
  readonly header: readonly string[];
  /** The head of the last column: what recipients of the split keep. */
  readonly split: string;
  readonly types: Readonly<Record<TransactionType, string>>;
  readonly statuses: Readonly<Record<TransactionStatus, string>>;
}

const pt: ExportTexts = {
  file: 'transacoes',
  header: [
    'Criada em',
    'Tipo',
    'Situação',
    'Valor',
    'Tarifa',
    'Você recebeu',
    'Devolvido',
    'Nome',
    'CPF ou CNPJ',
    'Chave Pix',
    'Referência',
    'Paga em',
    'EndToEndId',
    'UTM',
    'Identificador',
    'E-mail',
    'Descrição',
    'Link de pagamento',
  ],
  split: 'Split',
  types: { charge: 'Cobrança', payout: 'Saque' },
  statuses: {
    awaiting_approval: 'Aguarda aprovação',
    pending: 'Pendente',
    paid: 'Paga',
    expired: 'Expirada',
    canceled: 'Cancelada',
    partially_refunded: 'Devolvida em parte',
    refunded: 'Devolvida',
    failed: 'Falhou',
  },
};

const en: ExportTexts = {
  file: 'transactions',
  header: [
    'Created at',
    'Type',
    'Status',
    'Amount',
    'Fee',
    'You received',
    'Refunded',
    'Name',
    'CPF or CNPJ',
    'Pix key',
    'Reference',
    'Paid at',
    'EndToEndId',
    'UTM',
    'Identifier',
    'E-mail',
    'Description',
    'Payment link',
  ],
  split: 'Split',
  types: { charge: 'Charge', payout: 'Payout' },
  statuses: {
    awaiting_approval: 'Awaiting approval',
    pending: 'Pending',
    paid: 'Paid',
    expired: 'Expired',
    canceled: 'Canceled',
    partially_refunded: 'Partially refunded',
    refunded: 'Refunded',
    failed: 'Failed',
  },
};

/** The texts of a file of transactions. */
export const exportTexts: Readonly<Record<Language, ExportTexts>> = { 'pt-BR': pt, en };
