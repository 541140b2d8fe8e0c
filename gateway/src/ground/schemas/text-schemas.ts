import { Type } from 'typebox';

/** A text of a request that may be null or absent: both mean "not sent". */
export function optionalText(
  format: string,
  options: { description: string; examples: readonly string[] },
) {
  return Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], format, ...options }),
  );
}

/** A text from a fixed list. The list is declared once, next to the type made from it. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  options: { readonly description?: string; readonly examples?: readonly Value[] } = {},
) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options });
}

/** A text of an answer. */
export function text(description: string, example: string) {
  return Type.String({ description, examples: [example] });
}

/** The key pair that created a resource; null for a person in the panel. */
export function clientId(description: string) {
  return nullable(text(description, 'svc_pk_test_AbCdEfGhIjKlMnOpQrStUv'));
}

/** An instant of an answer, ISO 8601 UTC with milliseconds. */
export function instant(description: string) {
  return text(`${description} ISO 8601 UTC.`, '2026-11-20T12:00:00.000Z');
}

/** A text of an answer that is null when there is none. */
export function nullable(schema: ReturnType<typeof text>) {
  return Type.Union([schema, Type.Null()]);
}

/** A text without a description, or null. */
export const NullableText = Type.Union([Type.String(), Type.Null()]);

/** Why a payout or a refund failed, with an example of a code and of its words. */
export function failureReason(code: string, message: string) {
  return Type.Object(
    {
      code: text('Código ISO 20022 do SPI, ou um nosso.', code),
      message: text('O motivo, em português.', message),
    },
    { title: 'FailureReason' },
  );
}

/** The `utm` of an answer: null when the charge has none. */
export function utmTexts(description: string) {
  const texts = Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
  });
  return Type.Union([texts, Type.Null()], {
    description,
    examples: [{ utm_source: 'instagram' }],
  });
}
