import { Type } from 'typebox';
import { pageCursor } from '#src/ground/schemas/query-schemas.ts';
import { instant, nullable, oneOf, optionalText, text } from '#src/ground/schemas/text-schemas.ts';
import { ChargeBody, ChargeCreated } from '../charge-schemas.ts';
import { BATCH_CHARGES_MAX } from './charge-batch.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b81';

export const BatchParams = Type.Object({
  id: Type.String({ description: 'O id do lote.', examples: [EXAMPLE_ID] }),
});

/** The body of a batch. Its charges are checked one by one, so that each has its own refusal. */
export const BatchBody = Type.Object(
  {
    charges: Type.Unsafe<readonly unknown[]>({
      type: 'array',
      minItems: 1,
      maxItems: BATCH_CHARGES_MAX,
      description:
        'De 1 a 10.000 cobranças, cada uma com os campos de POST /v1/pix/qrcode, menos clock_id.',
      'x-documented': { items: ChargeBody },
    }),
    only_valid: Type.Optional(
      Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        examples: [true],
        description:
          'O que fazer se uma cobrança é recusada. false, o padrão: nada é criado. true: as ' +
          'outras são criadas.',
      }),
    ),
    external_id: optionalText('reference', {
      description: 'Sua referência do lote, 1 a 128 caracteres. Não precisa ser única.',
      examples: ['mensalidades-2027-01'],
    }),
  },
  { title: 'ChargeBatchRequest' },
);

const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

export const BatchAnswer = Type.Object(
  {
    id: text('Identificador do lote.', EXAMPLE_ID),
    external_id: nullable(text('Sua referência.', 'mensalidades-2027-01')),
    status: oneOf(['checked', 'processing', 'completed'], {
      description:
        'processing até a última cobrança ser criada ou recusada; depois completed. checked: um ' +
        'arquivo do painel que ninguém confirmou.',
      examples: ['processing'],
    }),
    amount: count('A soma das cobranças que foram aceitas, em centavos.', 119_880),
    count: count('Quantas cobranças o lote tem.', 12),
    created_count: count('Quantas já foram criadas.', 0),
    refused_count: count('Quantas foram recusadas.', 0),
    open_count: count('Quantas ainda serão criadas.', 12),
    created_at: instant('Quando o lote foi criado.'),
    completed_at: nullable(instant('Quando o lote terminou.')),
    waiting_for_bank_since: nullable(
      instant(
        'Desde quando o banco não registra nenhuma cobrança do lote: o lote espera por ele. Null ' +
          'enquanto o banco registra, e sempre no ambiente de teste.',
      ),
    ),
  },
  { title: 'ChargeBatch', description: 'Um lote de cobranças.' },
);

export const BatchPageAnswer = Type.Object(
  {
    data: Type.Array(BatchAnswer, { description: 'Os lotes, os mais novos primeiro.' }),
    next_cursor: nullable(text('O cursor da próxima página; null na última.', 'MDE5YWEyZjQ')),
  },
  { title: 'ChargeBatchPage' },
);

const Fault = Type.Object(
  {
    field: text('O campo.', 'payer.document'),
    message: text('O que está errado.', 'é obrigatório'),
  },
  { title: 'ChargeBatchFault' },
);

/** Why a line has no charge. */
export const RefusalAnswer = Type.Object(
  {
    code: text('O código da recusa, como na criação de uma cobrança.', 'due_date_in_past'),
    message: text('O motivo.', 'O vencimento não pode ser antes do dia da criação da cobrança.'),
    fields: Type.Array(Fault, { description: 'As falhas de cada campo.' }),
  },
  { title: 'ChargeBatchRefusal', description: 'Por que a cobrança não foi criada.' },
);

const ItemAnswer = Type.Object(
  {
    index: count('A posição em charges, a partir de 0; num arquivo, a linha.', 0),
    installment: count('A parcela, se a linha do arquivo faz várias cobranças; senão 1.', 1),
    status: oneOf(['open', 'created', 'refused'], {
      description: 'open: ainda será criada.',
      examples: ['created'],
    }),
    charge: Type.Union(
      [
        Type.Object(
          {
            ...ChargeCreated.properties,
            payment_url: text('Caminho da página de pagamento.', `/pagar/${EXAMPLE_ID}`),
          },
          { title: 'BatchedCharge', description: 'A cobrança, como ela está agora.' },
        ),
        Type.Null(),
      ],
      { description: 'null até a cobrança existir.' },
    ),
    refusal: Type.Union([RefusalAnswer, Type.Null()]),
  },
  { title: 'ChargeBatchItem', description: 'Uma cobrança do lote.' },
);

export const ItemPageAnswer = Type.Object(
  {
    data: Type.Array(ItemAnswer, { description: 'As cobranças, na ordem do lote.' }),
    next_cursor: nullable(text('O cursor da próxima página; null na última.', 'OTkuMQ')),
  },
  { title: 'ChargeBatchItemPage' },
);

const cursor = pageCursor({ example: 'OTkuMQ' });

export const BatchQuery = Type.Object({
  cursor,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Itens por página.' }),
  ),
});

export const ItemQuery = Type.Object({
  cursor,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Itens por página.' }),
  ),
  status: Type.Optional(
    oneOf(['open', 'created', 'refused'], { description: 'Só as cobranças neste estado.' }),
  ),
});
