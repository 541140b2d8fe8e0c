import { Type } from 'typebox';
import { optionalString, pageCursor, pageLimit } from '#src/ground/schemas/query-schemas.ts';
import { instant, nullable, oneOf, text, utmTexts } from '#src/ground/schemas/text-schemas.ts';
import { splitStatuses } from './split.ts';

const EXAMPLE_CHARGE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';

/** A share of another merchant's charge, as its recipient sees it. */
export const ReceivedSplit = Type.Object(
  {
    type: oneOf(['split'], { description: 'Sempre split.', examples: ['split'] }),
    charge_id: text('A cobrança do outro lojista.', EXAMPLE_CHARGE_ID),
    origin: Type.Object(
      {
        username: text('O username.', 'loja-da-ana'),
        name: text('O nome.', 'Loja da Ana'),
      },
      { title: 'ReceivedSplitOrigin', description: 'O lojista que criou a cobrança.' },
    ),
    percentage: Type.Union(
      [Type.Number({ description: '5.5 é 5,5 %.', examples: [5.5] }), Type.Null()],
      { description: 'Percentual do valor bruto; null numa parte fixa.' },
    ),
    amount: Type.Integer({ description: 'Sua parte, em centavos.', examples: [549] }),
    refunded_amount: Type.Integer({
      description: 'Quanto da parte já foi devolvido, em centavos.',
      examples: [0],
    }),
    disputed_amount: Type.Integer({
      description:
        'Quanto da parte está bloqueado por contestações (MED) ou já voltou ao pagador por elas, ' +
        'em centavos.',
      examples: [0],
    }),
    status: oneOf(splitStatuses, {
      description: 'Estado da parte.',
      examples: ['paid'],
    }),
    external_id: nullable(text('A referência da cobrança.', 'pedido-1001')),
    utm: utmTexts('Os textos utm da cobrança.'),
    created_at: instant('Quando a cobrança foi criada.'),
    paid_at: nullable(instant('Quando o banco recebeu o pagamento.')),
  },
  { title: 'SplitOfEvent', description: 'Sua parte na cobrança de outro lojista.' },
);

/** A share in a list, with the part that waits for its settlement. */
export const ListedSplit = Type.Object(
  {
    ...ReceivedSplit.properties,
    pending_amount: Type.Integer({
      description: 'Quanto da parte ainda espera o dia da liberação, em centavos.',
      examples: [0],
    }),
    available_on: Type.Union([Type.String({ description: 'Um dia.' }), Type.Null()], {
      description: 'O dia em Brasília em que o resto fica disponível; null quando nada espera.',
      examples: ['2026-11-24'],
    }),
  },
  { title: 'ReceivedSplit', description: 'A parte, com o que espera a liberação.' },
);

export const ReceivedSplitPage = Type.Object(
  {
    data: Type.Array(ListedSplit, { description: 'As partes da página.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'O cursor da próxima página; null na última.',
      examples: ['MDE5YWEyZjQtN2MxZS03YjNhLTlkNTItM2YxYzhlNmE0Yjcw'],
    }),
  },
  { title: 'SplitPage', description: 'As das cobranças mais novas primeiro.' },
);

export const SplitQuery = Type.Object({
  status: Type.Optional(
    oneOf(splitStatuses, {
      description: 'Só as que estão neste estado.',
      examples: ['paid'],
    }),
  ),
  charge_id: Type.Optional(
    Type.String({
      description: 'Só a parte desta cobrança.',
      'x-documented': { format: 'uuid' },
      examples: [EXAMPLE_CHARGE_ID],
    }),
  ),
  created_from: optionalString(
    'instant',
    'De cobranças criadas a partir deste instante, inclusive. Só a data vale 00:00 UTC.',
    '2026-11-20T00:00:00Z',
  ),
  created_to: optionalString(
    'instant',
    'De cobranças criadas antes deste instante.',
    '2026-11-21T00:00:00Z',
  ),
  limit: pageLimit('Quantas por página.'),
  cursor: pageCursor({ pattern: '^[A-Za-z0-9_-]{48}$' }),
});
