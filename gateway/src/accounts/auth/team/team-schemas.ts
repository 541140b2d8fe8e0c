import { Type } from 'typebox';
import { MEMBER_ROLES } from '#src/ground/access/roles.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { Email, NewPassword, Token } from '../auth-schemas.ts';

export const TeamList = Type.Object({
  data: Type.Array(
    Type.Object({
      user_id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      member_role: oneOf(MEMBER_ROLES),
      has_second_factor: Type.Boolean(),
      seen_at: Type.Union([Type.String(), Type.Null()]),
      is_self: Type.Boolean(),
    }),
  ),
});

export const InvitationView = Type.Object({
  id: Type.String(),
  email: Type.String(),
  member_role: oneOf(MEMBER_ROLES),
  created_at: Type.String(),
  expires_at: Type.String(),
});
export const InvitationList = Type.Object({ data: Type.Array(InvitationView) });

export const InviteBody = Type.Object({
  email: Email,
  member_role: oneOf(MEMBER_ROLES),
  code: OptionalCode,
});
export const RoleBody = Type.Object({ member_role: oneOf(MEMBER_ROLES), code: OptionalCode });
export const MemberParams = Type.Object({ user_id: Type.String({ maxLength: 64 }) });

export const TokenBody = Type.Object({ token: Token });
export const AcceptBody = Type.Object({
  token: Token,
  name: Type.String({ format: 'name' }),
  password: NewPassword,
});
export const OpenedInvitationView = Type.Object({
  merchant_name: Type.String(),
  email: Type.String(),
  member_role: oneOf(MEMBER_ROLES),
  has_account: Type.Boolean({
    description: 'Se o e-mail já tem uma conta: então é ela que aceita, depois de entrar.',
  }),
});
