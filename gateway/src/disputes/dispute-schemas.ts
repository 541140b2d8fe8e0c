import { Type } from 'typebox';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { optionalString, pageCursor, pageLimit } from '#src/ground/schemas/query-schemas.ts';
import { instant, nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { defenseStatuses, disputeOutcomes, disputeReasons, disputeStatuses } from './dispute.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b75';
const EXAMPLE_CHARGE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';
const AMOUNT_MAX = 999_999_999_999;

const Defense = Type.Object(
  {
    text: text('O texto da defesa.', 'O pedido 1001 foi entregue em 18/11; segue o rastreio.'),
    status: oneOf(defenseStatuses, {
      description: 'waiting: o gateway ainda vai enviá-la; sent: enviada; failed: recusada.',
      examples: ['sent'],
    }),
    created_at: instant('Quando foi escrita.'),
    sent_at: nullable(instant('Quando foi enviada.')),
    failure_reason: nullable(text('Por que o banco recusou a defesa.', 'O prazo terminou.')),
  },
  { title: 'DisputeDefense' },
);

/** A dispute as the API and webhooks show it. */
export const DisputeDetails = Type.Object(
  {
    internal_id: text('Identificador da contestação.', EXAMPLE_ID),
    transaction_id: text('A cobrança contestada.', EXAMPLE_CHARGE_ID),
    end_to_end_id: text(
      'Identificador do Pix contestado no SPI (EndToEndId).',
      'E99999999202611201200aB3dE5fG7hI',
    ),
    reason: oneOf(disputeReasons, {
      description: 'Fraude, falha operacional, ou Pix Automático.',
      examples: ['fraud'],
    }),
    status: oneOf(disputeStatuses, {
      description: 'Situação.',
      examples: ['open'],
    }),
    amount: Type.Integer({ description: 'Valor contestado, em centavos.', examples: [5000] }),
    blocked_amount: Type.Integer({
      description: 'Quanto está bloqueado agora por ela, em centavos, somados todos os lojistas.',
      examples: [5000],
    }),
    returned_amount: Type.Integer({
      description: 'Quanto já voltou ao pagador, em centavos.',
      examples: [0],
    }),
    opened_at: instant('Quando foi aberta.'),
    defense_due_at: nullable(instant('Até quando a defesa é aceita.')),
    closed_at: nullable(instant('Quando foi encerrada.')),
    defense: Type.Union([Defense, Type.Null()], { description: 'A última defesa escrita.' }),
  },
  { title: 'Dispute', description: 'Um pagamento contestado pelo banco do pagador (MED).' },
);

export const DisputePage = Type.Object(
  {
    data: Type.Array(DisputeDetails, { description: 'As contestações da página.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'O cursor da próxima página; null na última.',
      examples: ['MDE5YWEyZjQtN2MxZS03YjNhLTlkNTItM2YxYzhlNmE0Yjcw'],
    }),
  },
  { title: 'DisputePage', description: 'As mais novas primeiro.' },
);

export const DisputeQuery = Type.Object({
  customer: optionalString(
    'reference',
    'Só as de cobranças deste cliente: o id de GET /v1/customers.',
    EXAMPLE_CHARGE_ID,
  ),
  status: Type.Optional(
    oneOf(disputeStatuses, {
      description: 'Só as que estão nesta situação.',
      examples: ['open'],
    }),
  ),
  transaction_id: optionalString('reference', 'Só as desta cobrança.', EXAMPLE_CHARGE_ID),
  created_from: optionalString(
    'instant',
    'Registradas aqui a partir deste instante. Só a data vale 00:00 UTC.',
    '2026-11-20T00:00:00Z',
  ),
  created_to: optionalString(
    'instant',
    'Registradas aqui antes deste instante.',
    '2026-11-21T00:00:00Z',
  ),
  limit: pageLimit('Quantas por página.'),
  cursor: pageCursor(),
});

/** The filters of a panel's list of disputes. */
export const PanelDisputeQuery = Type.Object({
  ...CursorQuery.properties,
  status: Type.Optional(oneOf(disputeStatuses)),
});

export const DefenseBody = Type.Object(
  {
    text: Type.String({
      format: 'paragraphs',
      description: 'A defesa, de 1 a 1000 caracteres. O banco do pagador a lê.',
      examples: ['O pedido 1001 foi entregue em 18/11; segue o rastreio.'],
    }),
  },
  { title: 'DefenseRequest' },
);

/** The amount of a dispute; all that can be contested when it is missing. */
export const DisputeAmount = Type.Optional(
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: AMOUNT_MAX,
    description: 'Quanto contestar, em centavos. Sem ele, tudo o que resta do pagamento.',
    examples: [5000],
  }),
);

export const TestDisputeBody = Type.Object(
  {
    amount: DisputeAmount,
    reason: Type.Optional(
      Type.Union([oneOf(disputeReasons), Type.Null()], {
        description: 'O motivo; sem ele, fraud.',
        examples: ['fraud'],
      }),
    ),
  },
  { title: 'TestDisputeRequest' },
);

export const CloseBody = Type.Object(
  {
    outcome: oneOf(disputeOutcomes, { description: 'Como termina.', examples: ['rejected'] }),
  },
  { title: 'TestDisputeOutcome' },
);
