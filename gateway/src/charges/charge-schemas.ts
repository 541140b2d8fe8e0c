import { type Static, Type } from 'typebox';
import {
  clientId,
  instant,
  nullable,
  oneOf,
  optionalText,
  text,
  utmTexts,
} from '#src/ground/schemas/text-schemas.ts';
import { chargeStatuses, EXPIRES_IN_SECONDS_DEFAULT } from './charge.ts';
import { ChargeRefund } from './charge-refund.ts';
import { ChargeSplit, SplitField } from './charge-split-schemas.ts';
import {
  DueAnswer,
  dueFields,
  PayerAddressAnswer,
  PayerAddressField,
  paidPartFields,
} from './due/due-schemas.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';
const EXAMPLE_CODE =
  '00020101021226800014br.gov.bcb.pix2558pix.sandbox.invalid/qr/v2/' +
  '019aa2f47c1e7b3a9d523f1c8e6a4b70520400005303986540599.905802BR5912Loja Sandbox' +
  '6009SAO PAULO62070503***63044905';

const Payer = Type.Object(
  {
    name: Type.String({
      format: 'name',
      description: 'Nome de quem paga, 1 a 200 caracteres.',
      examples: ['Maria Silva'],
    }),
    document: Type.String({
      format: 'tax-id',
      description:
        'CPF (11 dígitos) ou CNPJ (14 caracteres, também o alfanumérico). Pontuação é retirada. ' +
        'Com chave de produção os dígitos verificadores são conferidos.',
      examples: ['12345678909'],
    }),
    email: optionalText('email-address', {
      description: 'E-mail de quem paga.',
      examples: ['maria@example.com'],
    }),
    address: Type.Optional(Type.Union([PayerAddressField, Type.Null()])),
  },
  { title: 'PayerRequest', description: 'Quem vai pagar.' },
);

const Utm = Type.Unsafe<Record<string, string> | null>({
  type: ['object', 'null'],
  maxProperties: 10,
  propertyNames: { type: 'string', format: 'reference' },
  additionalProperties: { type: 'string', format: 'note' },
  description: 'Até 10 textos de até 255 caracteres, guardados na cobrança e nos splits.',
  examples: [{ utm_source: 'instagram' }],
});

/** The body of POST /v1/pix/qrcode. `split.ts` checks the split, with its own codes. */
export const ChargeBody = Type.Object(
  {
    amount: Type.Integer({
      minimum: 1,
      maximum: 999_999_999_999,
      description: 'Valor bruto em centavos; deve ser maior do que a tarifa.',
      examples: [9990],
    }),
    payer: Payer,
    external_id: optionalText('reference', {
      description: 'Sua referência, 1 a 128 caracteres. Não precisa ser única.',
      examples: ['pedido-1001'],
    }),
    description: optionalText('short-note', {
      description:
        'O que está sendo pago, até 140 caracteres. Quem paga lê na página de pagamento.',
      examples: ['Pedido 1001: camiseta azul'],
    }),
    expires_in: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 60,
        maximum: 2_592_000,
        description:
          'Validade em segundos, a partir da criação; sem ela, ' +
          `${EXPIRES_IN_SECONDS_DEFAULT}. Não existe com due_date.`,
        examples: [3600],
      }),
    ),
    ...dueFields,
    webhook_url: optionalText('web-address', {
      description: 'Endereço do aviso desta cobrança. Usado só pela conta sandbox.',
      examples: ['https://example.com/webhooks/pix'],
    }),
    utm: Type.Optional(Utm),
    split: SplitField,
    clock_id: optionalText('reference', {
      description: 'Só com chave de teste: o relógio de teste em cujo tempo a cobrança vive.',
      examples: ['019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b75'],
    }),
  },
  { title: 'ChargeRequest' },
);

export type ChargeBody = Static<typeof ChargeBody>;

/** A charge at the counter: no shares for others, and no rules of a due date. */
export const CounterChargeBody = Type.Object(
  {
    amount: ChargeBody.properties.amount,
    payer: Type.Pick(Payer, ['name', 'document']),
    description: ChargeBody.properties.description,
  },
  { title: 'CounterChargeRequest' },
);

const createdFields = {
  internal_id: Type.String({ description: 'Identificador do gateway.', examples: [EXAMPLE_ID] }),
  external_id: nullable(Type.String({ description: 'Sua referência.', examples: ['pedido-1001'] })),
  status: oneOf(chargeStatuses, {
    description: 'Estado da cobrança.',
    examples: ['pending'],
  }),
  amount: Type.Integer({ description: 'Valor bruto em centavos.', examples: [9990] }),
  fee_amount: Type.Integer({ description: 'Tarifa em centavos.', examples: [197] }),
  net_amount: Type.Integer({
    description: 'Valor menos a tarifa, em centavos.',
    examples: [9793],
  }),
  qrcode: text(
    'Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita.',
    EXAMPLE_CODE,
  ),
  qr_image_url: text('Caminho da imagem do QR code.', `/v1/pix/qrcode/${EXAMPLE_ID}/image`),
  expires_at: instant('Quando a cobrança expira.'),
  created_at: instant('Quando foi criada.'),
  due: Type.Optional(DueAnswer),
};

export const ChargeCreated = Type.Object(createdFields, {
  title: 'CreatedCharge',
  description: 'Os dez campos de uma cobrança, e due numa cobrança com vencimento.',
});

export const ChargeDetails = Type.Object(
  {
    type: oneOf(['charge'], { description: 'Tipo da transação.', examples: ['charge'] }),
    ...createdFields,
    ...paidPartFields,
    payment_url: text(
      'Caminho da página de pagamento, que não pede chaves.',
      '/pagar/019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70',
    ),
    public_qr_image_url: text(
      'Caminho da imagem do QR code, que não pede chaves.',
      '/pagar/019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70/qr.png',
    ),
    paid_at: nullable(instant('Quando o banco recebeu o pagamento.')),
    end_to_end_id: nullable(
      text(
        'Identificador do Pix no SPI (EndToEndId), 32 caracteres.',
        'E99999999202611201200aB3dE5fG7hI',
      ),
    ),
    client_id: clientId('A chave que criou a cobrança; null quando foi criada no painel.'),
    description: nullable(text('O que está sendo pago.', 'Pedido 1001: camiseta azul')),
    payer: Type.Object(
      {
        name: Type.String({ description: 'Nome.', examples: ['Maria Silva'] }),
        document: Type.String({ description: 'CPF ou CNPJ.', examples: ['12345678909'] }),
        email: nullable(Type.String({ description: 'E-mail.', examples: ['maria@example.com'] })),
        address: Type.Optional(PayerAddressAnswer),
      },
      { title: 'ChargePayer', description: 'Quem deve pagar.' },
    ),
    utm: utmTexts('Os textos utm da criação.'),
    split: Type.Array(ChargeSplit, { description: 'Partes de outros lojistas.' }),
    subscription_id: Type.Optional(text('A assinatura que a criou.', EXAMPLE_ID)),
    payment_link_id: Type.Optional(text('O link de pagamento que a criou.', EXAMPLE_ID)),
    renewed_from: Type.Optional(text('A cobrança expirada que ela renova.', EXAMPLE_ID)),
    refunded_amount: Type.Optional(
      Type.Integer({
        description: 'Quanto já voltou ao pagador, em centavos. A partir da primeira devolução.',
        examples: [2500],
      }),
    ),
    refunds: Type.Optional(
      Type.Array(ChargeRefund, {
        description: 'As devoluções, da mais antiga à mais nova. A partir da primeira.',
      }),
    ),
    change_pending: Type.Optional(
      Type.Boolean({
        description:
          'true, só em listas: uma alteração espera a resposta do banco, e não se sabe quanto ' +
          'ele cobra. Enquanto isso, a leitura da cobrança responde 503.',
        examples: [true],
      }),
    ),
    disputed_amount: Type.Optional(
      Type.Integer({
        description:
          'Quanto está contestado ou já voltou ao pagador por contestação (MED), em centavos. A ' +
          'partir da primeira contestação.',
        examples: [5000],
      }),
    ),
  },
  { title: 'Charge', description: 'Uma cobrança com tudo o que se sabe dela.' },
);

export const ChargeChangeBody = Type.Object(
  { amount: Type.Optional(ChargeBody.properties.amount), ...dueFields },
  {
    title: 'ChargeChange',
    description: 'Um campo que falta fica como está; null retira a regra.',
  },
);
