import { Type } from 'typebox';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { LANGUAGES } from '#src/ground/http/language.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { CLOSING_FORMATS } from './closing-mail.ts';
import { CLOSING_PERIODS } from './closing-period.ts';

const CODE_LENGTH_MAX = 200;
const Formats = Type.Array(oneOf(CLOSING_FORMATS), { minItems: 1, maxItems: 4 });
const Periods = Type.Array(oneOf(CLOSING_PERIODS), { minItems: 1, maxItems: 3 });
const Instant = Type.Union([Type.String(), Type.Null()]);

export const RecipientView = Type.Object({
  id: Type.String(),
  email: Type.String(),
  language: oneOf(LANGUAGES),
  periods: Type.Array(oneOf(CLOSING_PERIODS)),
  confirmed_at: Instant,
  /** When the next closing is mailed. */
  next_at: Instant,
});
export const ClosingMailsView = Type.Object({
  formats: Type.Array(oneOf(CLOSING_FORMATS)),
  data: Type.Array(RecipientView),
});
export const FormatsBody = Type.Object({ formats: Formats });
const wanted = { language: oneOf(LANGUAGES), periods: Periods };
export const NameBody = Type.Object({
  email: Type.String({ format: 'email-address' }),
  ...wanted,
  code: OptionalCode,
});
export const ChangeBody = Type.Object(wanted);
export const RecipientParams = Type.Object({ id: Type.String({ maxLength: 64 }) });

export const CodeBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: CODE_LENGTH_MAX }),
});
export const OpenedView = Type.Object({
  merchant_name: Type.String(),
  email: Type.String(),
  periods: Type.Array(oneOf(CLOSING_PERIODS)),
  is_confirmed: Type.Boolean(),
});
