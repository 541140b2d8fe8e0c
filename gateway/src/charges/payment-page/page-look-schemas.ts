import { type Static, Type } from 'typebox';
import { textColorOn } from '#src/ground/brand/colors.ts';
import { NullableText, oneOf, optionalText } from '#src/ground/schemas/text-schemas.ts';
import type { PageLook } from './page-look.ts';

const COLOR = /^#[0-9a-f]{6}$/;
const Color = Type.Union([Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }), Type.Null()]);

export const LookBody = Type.Object({
  description: optionalText('short-note', {
    description: 'Uma linha sobre o lojista.',
    examples: ['Camisetas feitas à mão'],
  }),
  color: Type.Optional(Color),
  return_url: optionalText('web-address', {
    description: 'Para onde o comprador volta.',
    examples: ['https://loja.example.com/obrigado'],
  }),
  support_contact: optionalText('short-note', {
    description: 'E-mail, telefone ou endereço https.',
    examples: ['ajuda@loja.example.com'],
  }),
  may_renew: Type.Optional(Type.Boolean()),
});

export const LookView = Type.Object({
  description: NullableText,
  color: NullableText,
  /** Black or white: the text on the colour. */
  text_color: NullableText,
  return_url: NullableText,
  support_contact: NullableText,
  may_renew: Type.Boolean(),
  logo: Type.Union([
    Type.Object({ hash: Type.String(), width: Type.Integer(), height: Type.Integer() }),
    Type.Null(),
  ]),
});

/** The preview's query: the form's values, which may be incomplete while a person types. */
export const PreviewQuery = Type.Object({
  description: Type.Optional(Type.String({ maxLength: 400 })),
  color: Type.Optional(Type.String({ maxLength: 20 })),
  return_url: Type.Optional(Type.String({ maxLength: 4_096 })),
  support_contact: Type.Optional(Type.String({ maxLength: 400 })),
  state: Type.Optional(oneOf(['pending', 'paid'])),
});

/** The look in a body that the schema has checked. */
export function lookOfBody(body: Static<typeof LookBody>): Omit<PageLook, 'logo'> {
  return {
    description: body.description?.trim() || null,
    color: body.color?.toLowerCase() ?? null,
    returnUrl: body.return_url?.trim() || null,
    supportContact: body.support_contact?.trim() || null,
    mayRenew: body.may_renew ?? false,
  };
}

/** The look in the preview's query, without incomplete values. */
export function lookOfQuery(query: Static<typeof PreviewQuery>): Omit<PageLook, 'logo'> {
  const look = lookOfBody(query);
  const { color, returnUrl } = look;
  return {
    ...look,
    color: color !== null && COLOR.test(color) ? color : null,
    returnUrl: returnUrl !== null && isWebAddress(returnUrl) ? returnUrl : null,
  };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}

export function lookView({ description, color, returnUrl, supportContact, ...look }: PageLook) {
  return {
    description,
    color,
    text_color: color === null ? null : textColorOn(color),
    return_url: returnUrl,
    support_contact: supportContact,
    may_renew: look.mayRenew,
    logo: look.logo,
  };
}
