import { brazilianDate, englishDate } from '#src/ground/brazilian-days.ts';
import type { Language } from '#src/ground/http/language.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import type { ChargeStatus } from '../../charge.ts';

/** The texts of a carnê in a language. */
export interface CarneTexts {
  readonly title: string;
  readonly fileName: string;
  readonly installment: string;
  readonly dueDate: string;
  readonly validUntil: string;
  readonly amount: string;
  readonly payer: string;
  readonly payee: string;
  readonly description: string;
  readonly reference: string;
  readonly copyAndPaste: string;
  readonly howToPay: string;
  readonly stub: string;
  readonly test: string;
  /** Why a slip has no code. */
  readonly ended: Readonly<Record<Exclude<ChargeStatus, 'pending'>, string>>;
  readonly money: (amount: bigint) => string;
  readonly date: (day: string) => string;
}

const pt: CarneTexts = {
  title: 'Carnê',
  fileName: 'carne',
  installment: 'Parcela',
  dueDate: 'Vencimento',
  validUntil: 'Pague até',
  amount: 'Valor',
  payer: 'Pagador',
  payee: 'Quem recebe',
  description: 'Referente a',
  reference: 'Referência',
  copyAndPaste: 'Pix copia e cola',
  howToPay: 'Abra o app do seu banco, escolha Pix e leia o QR code.',
  stub: 'Controle do pagador',
  test: 'TESTE: não pague',
  ended: {
    paid: 'Já paga',
    expired: 'Prazo encerrado',
    canceled: 'Cancelada',
    partially_refunded: 'Já paga',
    refunded: 'Já paga e devolvida',
  },
  money: brazilianMoney,
  date: brazilianDate,
};

const en: CarneTexts = {
  title: 'Payment booklet',
  fileName: 'booklet',
  installment: 'Instalment',
  dueDate: 'Due date',
  validUntil: 'Pay by',
  amount: 'Amount',
  payer: 'Payer',
  payee: 'Recipient',
  description: 'For',
  reference: 'Reference',
  copyAndPaste: 'Pix copy and paste',
  howToPay: 'Open your bank’s app, choose Pix and scan the QR code.',
  stub: 'For the payer’s records',
  test: 'TEST: do not pay',
  ended: {
    paid: 'Already paid',
    expired: 'Too late to pay',
    canceled: 'Canceled',
    partially_refunded: 'Already paid',
    refunded: 'Paid and refunded',
  },
  money: englishMoney,
  date: englishDate,
};

export const carneTexts: Readonly<Record<Language, CarneTexts>> = { 'pt-BR': pt, en };
