import { Type } from 'typebox';
import { MEMBER_ROLES, OPERATOR_ROLES } from '#src/ground/access/roles.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { MERCHANT_STATUSES } from '../merchants/merchant.ts';
import { PASSWORD_LENGTH_MAX } from './password-length.ts';

const TOKEN_LENGTH_MAX = 2_048;

export const Email = Type.String({ format: 'email-address' });
/** The current password: its length is not checked, because the rules may have changed. */
export const CurrentPassword = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX });
export const NewPassword = Type.String({ format: 'new-password' });
export const Code = Type.String({ format: 'second-factor-code' });
const RecoveryCode = Type.String({ minLength: 8, maxLength: 32 });
export const Token = Type.String({ minLength: 1, maxLength: TOKEN_LENGTH_MAX });

export const SignUpBody = Type.Object({
  name: Type.String({ format: 'name' }),
  // No pattern here: a wrong form has its own problem code, `username_invalid`.
  username: Type.String({
    format: 'name',
    'x-documented': { pattern: '^[a-z0-9_.-]{3,30}$' },
  }),
  email: Email,
  password: NewPassword,
});

/** The password, with a code or a recovery code of a user who has a second factor. */
export const PasswordAndCode = Type.Object({
  password: CurrentPassword,
  code: Type.Optional(Code),
  recovery_code: Type.Optional(RecoveryCode),
});

export const LogInBody = Type.Object({ email: Email, password: CurrentPassword });

export const SecondStepBody = Type.Union([
  Type.Object({ code: Code }),
  Type.Object({ recovery_code: RecoveryCode }),
]);

export const LogInAnswer = Type.Object({
  is_second_factor_needed: Type.Boolean({
    description: 'Se falta o código do aplicativo autenticador.',
  }),
});

export const SessionAnswer = Type.Object({
  has_live_bank: Type.Boolean({
    description: 'Se há um banco conectado: sem ele não há cobranças nem saques em produção.',
  }),
  has_live_subscriptions: Type.Boolean({
    description: 'Se esse banco tem Pix Automático: sem ele não há assinaturas em produção.',
  }),
  role: oneOf(['merchant', 'operator']),
  member_role: Type.Union([oneOf(MEMBER_ROLES), Type.Null()]),
  view: Type.Union([Type.Object({ expires_at: Type.String() }), Type.Null()], {
    description: 'Enquanto um operador vê a conta de um lojista: até quando. Só leitura.',
  }),
  operator_role: Type.Union([oneOf(OPERATOR_ROLES), Type.Null()]),
  user: Type.Object({
    name: Type.String(),
    email: Type.String(),
    has_second_factor: Type.Boolean(),
  }),
  merchants: Type.Array(
    Type.Object({
      username: Type.String(),
      name: Type.String(),
      status: oneOf(MERCHANT_STATUSES),
      member_role: oneOf(MEMBER_ROLES),
    }),
    { description: 'As lojas da pessoa, pelo nome; vazio para um operador.' },
  ),
  merchant: Type.Union([
    Type.Object({
      username: Type.String(),
      name: Type.String(),
      status: oneOf(MERCHANT_STATUSES),
      is_sandbox: Type.Boolean(),
      fees: Type.Object({
        charge_basis_points: Type.Integer(),
        charge_fixed: Type.Integer({ description: 'Centavos.' }),
        payout: Type.Integer({ description: 'Centavos.' }),
      }),
    }),
    Type.Null(),
  ]),
});

export const SessionList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      created_at: Type.String(),
      seen_at: Type.String(),
      address: Type.Union([Type.String(), Type.Null()]),
      user_agent: Type.Union([Type.String(), Type.Null()]),
      is_current: Type.Boolean(),
    }),
  ),
});

export const SecondFactorOffer = Type.Object({
  otpauth_uri: Type.String({ description: 'Para o QR code do aplicativo autenticador.' }),
  recovery_codes: Type.Array(Type.String(), { description: 'Mostrados uma única vez.' }),
});

export const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

/** The public log-in, keys and secrets of the sandbox. */
export const PublishedLogIn = Type.Object({
  email: Type.String(),
  password: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
  webhook_secret: Type.String(),
});
