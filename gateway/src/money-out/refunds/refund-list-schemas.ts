import { type Static, Type } from 'typebox';
import { refundStatuses } from '#src/charges/charge.ts';
import { ChargeRefund } from '#src/charges/charge-refund.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { optionalString, pageCursor, pageLimit } from '#src/ground/schemas/query-schemas.ts';
import { nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';

const EXAMPLE_CHARGE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';

/** A refund in the API's list. */
export const ListedRefund = Type.Object(
  {
    ...ChargeRefund.properties,
    transaction_id: text('A cobrança devolvida.', EXAMPLE_CHARGE_ID),
    external_id: nullable(text('A referência da cobrança.', 'pedido-1001')),
    end_to_end_id: text(
      'Identificador do Pix devolvido no SPI (EndToEndId).',
      'E99999999202611201200aB3dE5fG7hI',
    ),
  },
  { title: 'ListedRefund' },
);

export const RefundPage = Type.Object(
  {
    data: Type.Array(ListedRefund, { description: 'As devoluções da página.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'O cursor da próxima página; null na última.',
      examples: ['MDE5YWEyZjQtN2MxZS03YjNhLTlkNTItM2YxYzhlNmE0Yjcw'],
    }),
  },
  { title: 'RefundPage', description: 'As mais novas primeiro.' },
);

export const RefundQuery = Type.Object({
  status: Type.Optional(
    oneOf(refundStatuses, { description: 'Só as que estão neste estado.', examples: ['done'] }),
  ),
  transaction_id: optionalString('reference', 'Só as desta cobrança.', EXAMPLE_CHARGE_ID),
  customer: optionalString(
    'reference',
    'Só as de cobranças deste cliente: o id de GET /v1/customers.',
    EXAMPLE_CHARGE_ID,
  ),
  created_from: optionalString(
    'instant',
    'Pedidas a partir deste instante. Só a data vale 00:00 UTC.',
    '2026-11-20T00:00:00Z',
  ),
  created_to: optionalString('instant', 'Pedidas antes deste instante.', '2026-11-21T00:00:00Z'),
  limit: pageLimit('Quantas por página.'),
  cursor: pageCursor(),
});

export type RefundQuery = Static<typeof RefundQuery>;

/** The filters of the panel's list and of its file. */
export const PanelRefundFilters = Type.Object({
  status: Type.Optional(oneOf(refundStatuses)),
  customer: Type.Optional(Type.String({ maxLength: 64 })),
  from: Type.Optional(
    Type.String({ format: 'instant', description: 'Um dia em Brasília, ou um instante.' }),
  ),
  to: Type.Optional(
    Type.String({ format: 'instant', description: 'Até o fim deste dia, ou antes do instante.' }),
  ),
});

export type PanelRefundFilters = Static<typeof PanelRefundFilters>;

export const PanelRefundQuery = Type.Object({
  ...PanelRefundFilters.properties,
  ...CursorQuery.properties,
});

export const PanelRefundPage = Type.Object({
  data: Type.Array(Type.Object({ ...ListedRefund.properties, payer_name: Type.String() })),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});
