import { Type } from 'typebox';
import { ChargeDetails } from '#src/charges/charge-schemas.ts';
import { optionalString, pageCursor, pageLimit } from '#src/ground/schemas/query-schemas.ts';
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
  external_id: optionalString('reference', 'Só as que têm esta referência.', 'pedido-1001'),
  client_id: optionalString(
    'reference',
    'Só as criadas com esta chave; `panel` para as criadas no painel.',
    'svc_pk_test_AbCdEfGhIjKlMnOpQrStUv',
  ),
  customer: optionalString(
    'reference',
    'Só as cobranças deste cliente: o id de GET /v1/customers.',
    '6f1c2b7e-90ab-8c3d-a1f2-4b5c6d7e8f90',
  ),
  created_from: optionalString(
    'instant',
    'Criadas a partir deste instante, inclusive. Só a data vale 00:00 UTC.',
    '2026-11-20T00:00:00Z',
  ),
  created_to: optionalString('instant', 'Criadas antes deste instante.', '2026-11-21T00:00:00Z'),
  paid_from: optionalString(
    'instant',
    'Pagas a partir deste instante, inclusive. Só a data vale 00:00 UTC.',
    '2026-11-20T00:00:00Z',
  ),
  paid_to: optionalString('instant', 'Pagas antes deste instante.', '2026-11-21T00:00:00Z'),
  payment_link_id: optionalString(
    'reference',
    'Só as cobranças deste link de pagamento.',
    '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70',
  ),
  ...dueQuery,
  limit: pageLimit('Quantas por página.'),
  cursor: pageCursor({ pattern: '^[A-Za-z0-9_-]{48}$' }),
});
