import { type Static, Type } from 'typebox';
import { centavos } from '#src/ground/money/centavos.ts';
import { type PixKeyTypeName, pixKeyTypeNames, pixKeyTypeOf } from '#src/ground/pix/pix-key.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import {
  clientId,
  failureReason,
  instant,
  nullable,
  oneOf,
  optionalText,
  text,
} from '#src/ground/schemas/text-schemas.ts';
import { heldReasons, payoutStatuses } from './payout.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b71';
const EXAMPLE_KEY = '+5511987654321';

const Beneficiary = Type.Object(
  {
    name: Type.String({ format: 'name', description: 'Nome.', examples: ['João Souza'] }),
    document: Type.String({
      format: 'tax-id',
      description: 'CPF ou CNPJ; pontuação é retirada.',
      examples: ['52998224725'],
    }),
  },
  { title: 'BeneficiaryRequest', description: 'Quem recebe.' },
);

/** The body of POST /v1/pix/payout. A key that doesn't fit its type is refused later. */
export const PayoutBody = Type.Object(
  {
    amount: Type.Integer({
      minimum: 1,
      maximum: 999_999_999_999,
      description: 'Quanto o destino recebe, em centavos. A tarifa é cobrada à parte.',
      examples: [5000],
    }),
    pix_key: text('Chave Pix de destino; grafias comuns são normalizadas.', '(11) 98765-4321'),
    pix_key_type: Type.Unsafe<PixKeyTypeName>({
      type: 'string',
      enum: [...pixKeyTypeNames],
      description: 'Tipo da chave; `evp` é o mesmo que `random`.',
      examples: ['phone'],
    }),
    beneficiary: Beneficiary,
    external_id: optionalText('reference', {
      description: 'Sua referência, 1 a 128 caracteres. Única para sempre: um saque não se repete.',
      examples: ['saque-77'],
    }),
    webhook_url: optionalText('web-address', {
      description: 'Endereço do aviso deste saque. Usado só pela conta sandbox.',
      examples: ['https://example.com/webhooks/pix'],
    }),
  },
  { title: 'PayoutRequest' },
);

export type PayoutBody = Static<typeof PayoutBody>;

const createdFields = {
  internal_id: text('Identificador do gateway.', EXAMPLE_ID),
  external_id: nullable(text('Sua referência.', 'saque-77')),
  status: oneOf(payoutStatuses, {
    description: 'Estado do saque.',
    examples: ['pending'],
  }),
  amount: Type.Integer({ description: 'Quanto o destino recebe, em centavos.', examples: [5000] }),
  fee_amount: Type.Integer({ description: 'Tarifa em centavos.', examples: [0] }),
  pix_key: text('Chave Pix normalizada.', EXAMPLE_KEY),
  pix_key_type: text('Tipo da chave.', 'phone'),
  beneficiary: Type.Object(
    {
      name: text('Nome.', 'João Souza'),
      document: text('CPF ou CNPJ.', '52998224725'),
    },
    { title: 'Beneficiary', description: 'Quem recebe.' },
  ),
  created_at: instant('Quando foi criado.'),
};

export const PayoutCreated = Type.Object(createdFields, {
  title: 'CreatedPayout',
  description: 'Um saque aceito: o valor e a tarifa já saíram do saldo disponível.',
});

export const PayoutDetails = Type.Object(
  {
    type: oneOf(['payout'], { description: 'Tipo da transação.', examples: ['payout'] }),
    ...createdFields,
    paid_at: nullable(instant('Quando foi pago.')),
    end_to_end_id: nullable(
      text('Identificador do Pix no SPI (EndToEndId).', 'E99999999202611201200aB3dE5fG7hI'),
    ),
    client_id: clientId('A chave que criou o saque; null quando foi criado no painel.'),
    failure_reason: Type.Union(
      [failureReason('AC03', 'A chave Pix não foi encontrada.'), Type.Null()],
      { description: 'Por que o saque falhou; null quando não falhou.' },
    ),
    returned_amount: Type.Optional(
      Type.Integer({
        description:
          'Quanto o banco de destino devolveu depois de pago, em centavos, se algo voltou.',
        examples: [1500],
      }),
    ),
    held: Type.Optional(
      Type.Boolean({
        description: 'true enquanto o saque está retido e não sai; held_reason diz por quê.',
        examples: [true],
      }),
    ),
    held_reason: Type.Optional(
      oneOf(heldReasons, {
        description:
          'Por que o saque está retido: a conta foi suspensa (account_suspended), os saques ' +
          'estão pausados (payouts_stopped), ou a chave Pix é nova e espera (new_destination).',
        examples: ['payouts_stopped'],
      }),
    ),
    paid_after_failure: Type.Optional(
      Type.Boolean({
        description:
          'true quando o banco fez o saque depois de ele ter falhado aqui: o valor saiu de novo ' +
          'do saldo, sem tarifa.',
        examples: [true],
      }),
    ),
  },
  { title: 'Payout', description: 'Um saque com tudo o que se sabe dele.' },
);

/** The request in a body that the schema has checked. Throws as `beneficiaryOfBody` does. */
export function payoutFromBody(body: PayoutBody) {
  const { name, document, ...key } = beneficiaryOfBody(body);
  return {
    amount: centavos(body.amount),
    ...key,
    beneficiary: { name, document },
    externalId: body.external_id?.trim() ?? null,
    webhookUrl: body.webhook_url?.trim() ?? null,
  };
}

/**
 * The Pix key and its holder in a body that the schema has checked. Throws for a document that the
 * schema refuses.
 */
export function beneficiaryOfBody(
  body: Pick<PayoutBody, 'pix_key' | 'pix_key_type' | 'beneficiary'>,
) {
  // The check digits were checked with the other fields.
  const document = parseTaxId(body.beneficiary.document, { checkDigits: false });
  if (!document) throw new Error('the schema lets no other document through');
  return {
    name: body.beneficiary.name.trim(),
    document: document.digits,
    uncheckedPixKey: body.pix_key,
    pixKeyType: pixKeyTypeOf(body.pix_key_type),
  };
}
