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
