import { Type } from 'typebox';
import { nullable, optionalText, text } from '#src/ground/schemas/text-schemas.ts';

/** Where a payer lives, which decides about local holidays. */
export interface PayerAddress {
  readonly street: string;
  readonly city: string;
  /** Two letters, such as `SP`. */
  readonly state: string;
  /** Eight digits. */
  readonly postalCode: string;
  /** The municipality's number of seven digits at the IBGE; null if unknown. */
  readonly cityCode: string | null;
}

const line = (description: string, example: string) =>
  Type.String({ format: 'reference', description, examples: [example] });

/** An address in the body of a charge with a due date. */
export const PayerAddressField = Type.Object(
  {
    street: line('Logradouro e número.', 'Rua das Flores, 12'),
    city: line('Cidade.', 'São Paulo'),
    state: Type.String({ pattern: '^[A-Z]{2}$', description: 'UF.', examples: ['SP'] }),
    postal_code: Type.String({
      pattern: '^[0-9]{5}-?[0-9]{3}$',
      description: 'CEP.',
      examples: ['01310-100'],
    }),
    city_code: optionalText('reference', {
      description:
        'Código do município no IBGE, 7 dígitos. Com ele valem os feriados do município.',
      examples: ['3550308'],
    }),
  },
  {
    title: 'PayerAddress',
    description:
      'Só com due_date. Com o endereço valem os feriados do estado e do município que o gateway ' +
      'conhece.',
  },
);

/** An address in an answer. */
export const PayerAddressAnswer = Type.Object(
  {
    street: text('Logradouro e número.', 'Rua das Flores, 12'),
    city: text('Cidade.', 'São Paulo'),
    state: text('UF.', 'SP'),
    postal_code: text('CEP, 8 dígitos.', '01310100'),
    city_code: nullable(text('Código do município no IBGE.', '3550308')),
  },
  { title: 'PayerAddressAnswer', description: 'O endereço de quem paga, se foi enviado.' },
);

/** An address of a body that the schema has checked. */
export function addressFromBody(body: {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly city_code?: string | null | undefined;
}): PayerAddress {
  return {
    street: body.street.trim(),
    city: body.city.trim(),
    state: body.state,
    postalCode: body.postal_code.replace('-', ''),
    cityCode: body.city_code?.trim() || null,
  };
}

/** An address as the API shows it. */
export function addressView({ street, city, state, postalCode, cityCode }: PayerAddress) {
  return { street, city, state, postal_code: postalCode, city_code: cityCode };
}
