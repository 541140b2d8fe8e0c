import { Type } from 'typebox';
import { ChargeDetails } from '#src/charges/charge-schemas.ts';
import { PayoutDetails } from '#src/money-out/payouts/payout-schemas.ts';
import { dueQuery } from './due-query.ts';
import {
  type TransactionStatus,
  type TransactionType,
  transactionStatuses,
  transactionTypes,
} from './transaction.ts';

/** A charge or a payout. */
export const TransactionAnswer = Type.Union([ChargeDetails, PayoutDetails], {
  title: 'Transaction',
  description: 'Uma cobrança (`type: charge`) ou um saque (`type: payout`).',
});

export const TransactionPage = Type.Object(
  {
    data: Type.Array(TransactionAnswer, { description: 'As transações da página.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'O cursor da próxima página; null na última.',
      examples: ['MDE5YWEyZjQtN2MxZS03YjNhLTlkNTItM2YxYzhlNmE0Yjcw'],
    }),
  },
  { title: 'TransactionPage', description: 'As mais novas primeiro.' },
);

export const TransactionQuery = Type.Object({
  type: Type.Optional(
    Type.Unsafe<TransactionType>({
      type: 'string',
      enum: [...transactionTypes],
      description: 'Só cobranças ou só saques.',
      examples: ['charge'],
    }),
  ),
  status: Type.Optional(
    Type.Unsafe<TransactionStatus>({
      type: 'string',
      enum: [...transactionStatuses],
      description: 'Só as que estão neste estado.',
      examples: ['paid'],
    }),
  ),
  external_id: Type.Optional(
    Type.String({
      format: 'reference',
      description: 'Só as que têm esta referência.',
      examples: ['pedido-1001'],
    }),
  ),
  client_id: Type.Optional(
    Type.String({
      format: 'reference',
      description: 'Só as criadas com esta chave; `panel` para as criadas no painel.',
      examples: ['svc_pk_test_AbCdEfGhIjKlMnOpQrStUv'],
    }),
  ),
  customer: Type.Optional(
    Type.String({
      format: 'reference',
      description: 'Só as cobranças deste cliente: o id de GET /v1/customers.',
      examples: ['6f1c2b7e-90ab-8c3d-a1f2-4b5c6d7e8f90'],
    }),
  ),
  created_from: Type.Optional(
    Type.String({
      format: 'instant',
      description: 'Criadas a partir deste instante, inclusive. Só a data vale 00:00 UTC.',
      examples: ['2026-11-20T00:00:00Z'],
    }),
  ),
  created_to: Type.Optional(
    Type.String({
      format: 'instant',
      description: 'Criadas antes deste instante.',
      examples: ['2026-11-21T00:00:00Z'],
    }),
  ),
  paid_from: Type.Optional(
    Type.String({
      format: 'instant',
      description: 'Pagas a partir deste instante, inclusive. Só a data vale 00:00 UTC.',
      examples: ['2026-11-20T00:00:00Z'],
    }),
  ),
  paid_to: Type.Optional(
    Type.String({
      format: 'instant',
      description: 'Pagas antes deste instante.',
      examples: ['2026-11-21T00:00:00Z'],
    }),
  ),
  payment_link_id: Type.Optional(
    Type.String({
      format: 'reference',
      description: 'Só as cobranças deste link de pagamento.',
      examples: ['019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70'],
    }),
  ),
  ...dueQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'Quantas por página.',
      examples: [20],
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      description: 'O next_cursor da página anterior.',
      'x-documented': { pattern: '^[A-Za-z0-9_-]{48}$' },
      examples: ['MDE5YWEyZjQtN2MxZS03YjNhLTlkNTItM2YxYzhlNmE0Yjcw'],
    }),
  ),
});
