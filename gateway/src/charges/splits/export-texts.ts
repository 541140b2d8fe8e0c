import type { Language } from '#src/ground/http/language.ts';
import type { SplitStatus } from './split.ts';

interface ExportTexts {
  readonly header: readonly string[];
  readonly statuses: Readonly<Record<SplitStatus, string>>;
  readonly fixedAmount: string;
}

const pt: ExportTexts = {
  header: [
    'Cobrança criada em',
    'Situação',
    'Percentual',
    'Valor',
    'Devolvido',
    'Contestado',
    'A liberar',
    'Liberação',
    'Lojista',
    'Usuário',
    'Referência',
    'UTM',
    'Paga em',
    'Cobrança',
  ],
  statuses: {
    pending: 'Pendente',
    paid: 'Paga',
    canceled: 'Cancelada',
    partially_refunded: 'Devolvida em parte',
    refunded: 'Devolvida',
  },
  fixedAmount: 'Valor fixo',
};

const en: ExportTexts = {
  header: [
    'Charge created at',
    'Status',
    'Percentage',
    'Amount',
    'Refunded',
    'Disputed',
    'To be released',
    'Release',
    'Merchant',
    'Username',
    'Reference',
    'UTM',
    'Paid at',
    'Charge',
  ],
  statuses: {
    pending: 'Pending',
    paid: 'Paid',
    canceled: 'Canceled',
    partially_refunded: 'Partially refunded',
    refunded: 'Refunded',
  },
  fixedAmount: 'Fixed amount',
};

/** The texts of a file of received shares. */
export const exportTexts: Readonly<Record<Language, ExportTexts>> = { 'pt-BR': pt, en };
