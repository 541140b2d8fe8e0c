import { Type } from 'typebox';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { instant, nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { BALANCE_FIELDS } from '#src/ledger/balance-view.ts';
import { TERMS_FIELDS } from '#src/ledger/settlements/terms-view.ts';
import { BASIS_POINTS_MAX, FEE_CENTAVOS_MAX } from './change-merchant.ts';
import { KeyRightsView } from './credentials/key-rights-schemas.ts';
import { RATE_LIMIT_MAX } from './credentials/manage-credentials.ts';
import { AddressView, KycStatusSchema } from './kyc/kyc-schemas.ts';
import { MERCHANT_STATUSES, type MerchantStatus } from './merchant.ts';

const SEARCH_LENGTH_MAX = 200;
const Status = Type.Unsafe<MerchantStatus>({ type: 'string', enum: MERCHANT_STATUSES });
const Environment = oneOf(['test', 'live']);
const centavosOf = (description: string) => Type.Integer({ description });

export const MerchantQuery = Type.Object({
  ...CursorQuery.properties,
  search: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description: 'Começos de palavras do nome, username, documento ou e-mail.',
    }),
  ),
  status: Type.Optional(Status),
});

const FeeFields = {
  basis_points: Type.Integer({
    minimum: 0,
    maximum: BASIS_POINTS_MAX,
    description: 'Tarifa por cobrança, em pontos-base.',
  }),
  fixed_centavos: Type.Integer({
    minimum: 0,
    maximum: FEE_CENTAVOS_MAX,
    description: 'Parte fixa por cobrança, centavos.',
  }),
  payout_fee_centavos: Type.Integer({
    minimum: 0,
    maximum: FEE_CENTAVOS_MAX,
    description: 'Tarifa por saque, centavos.',
  }),
};
export const FeeBody = Type.Object(FeeFields);
export const SuspendBody = Type.Object({
  reason: Type.String({ format: 'name', description: 'Por quê; fica no registro.' }),
});
export const RateLimitBody = Type.Object({
  per_minute: Type.Integer({ minimum: 1, maximum: RATE_LIMIT_MAX }),
});

const Volume = Type.Object({
  paid_count: Type.Integer({ description: 'Pagamentos recebidos.' }),
  paid_amount: centavosOf('O valor deles, centavos.'),
});

const itemFields = {
  username: text('Nome de usuário.', 'doceria-da-ana'),
  name: text('Nome da loja.', 'Doceria da Ana'),
  document: text('CPF ou CNPJ; vazio enquanto não foi provado.', '11222333000181'),
  status: Status,
  is_sandbox: Type.Boolean({ description: 'A conta de demonstração.' }),
  fee: Type.Object(FeeFields),
  last_30_days: Type.Object({ live: Volume, test: Volume }),
  created_at: instant('Quando a conta foi aberta.'),
};

export const MerchantList = Type.Object({
  data: Type.Array(Type.Object(itemFields)),
  next_cursor: nullable(text('A próxima página.', '0192f0c1-2b3c-7d4e-8f50-61728394a5b6')),
});

const ScopeBalance = Type.Object(BALANCE_FIELDS);

const User = Type.Object({
  user_id: text('A pessoa.', '0192f0c1-2b3c-7d4e-8f50-61728394a5b6'),
  name: text('Nome.', 'Ana Souza'),
  email: text('E-mail.', 'ana@doceria.com.br'),
  is_email_confirmed: Type.Boolean(),
  has_second_factor: Type.Boolean(),
  seen_at: nullable(instant('Último acesso, enquanto há sessão.')),
});

const Credential = Type.Object({
  client_id: text('A metade pública.', 'svc_pk_live_…'),
  environment: Environment,
  name: text('Para que serve.', 'site'),
  rate_limit_per_minute: Type.Integer({ description: 'Requisições por minuto.' }),
  has_own_limit: Type.Boolean({ description: 'Se o limite foi dado à chave.' }),
  ...KeyRightsView,
  requests_last_day: Type.Integer({ description: 'Requisições em 24 horas.' }),
  last_used_at: nullable(instant('Último uso, com atraso de segundos.')),
  created_at: instant('Quando foi criada.'),
  revoked_at: nullable(instant('Quando foi revogada.')),
});

export const MerchantDetails = Type.Object({
  ...itemFields,
  suspension: Type.Union([
    Type.Object({
      at: instant('Desde quando.'),
      reason: nullable(text('Por quê.', 'Contestações demais.')),
      status_before: Status,
    }),
    Type.Null(),
  ]),
  settlement: Type.Object(TERMS_FIELDS),
  balances: Type.Object({ live: ScopeBalance, test: ScopeBalance }),
  users: Type.Array(User),
  credentials: Type.Array(Credential, { description: 'Da mais nova à mais antiga.' }),
  kyc: Type.Union([
    Type.Object({
      application_id: text('O cadastro.', '0192f0c1-2b3c-7d4e-8f50-61728394a5b6'),
      status: KycStatusSchema,
      status_since: instant('Desde quando.'),
    }),
    Type.Null(),
  ]),
  address: Type.Union([AddressView, Type.Null()]),
});
