/** The record of a CNPJ or a CEP in a public source; null for fields that it leaves out. */
export interface PublicRecord {
  readonly legal_name: string | null;
  readonly postal_code: string | null;
  readonly street: string | null;
  readonly number: string | null;
  readonly complement: string | null;
  readonly district: string | null;
  readonly city: string | null;
  readonly state: string | null;
}

type Fields = Readonly<Record<keyof PublicRecord, readonly string[]>>;

const LENGTH_MAX = 200;
const STATE = /^[A-Z]{2}$/;
/** The names of each field in the answers of public sources, such as BrasilAPI and ViaCEP. */
const NAMES: Fields = {
  legal_name: ['razao_social', 'nome', 'legal_name'],
  postal_code: ['cep', 'postal_code'],
  street: ['logradouro', 'street'],
  number: ['numero', 'number'],
  complement: ['complemento', 'complement'],
  district: ['bairro', 'neighborhood', 'district'],
  city: ['municipio', 'localidade', 'city'],
  state: ['uf', 'state'],
};

export const EMPTY_RECORD: PublicRecord = {
  legal_name: null,
  postal_code: null,
  street: null,
  number: null,
  complement: null,
  district: null,
  city: null,
  state: null,
};

/** Reads the answer of a source. Fields that are no text, are empty or are too long are null. */
export function readPublicRecord(answer: unknown): PublicRecord {
  if (typeof answer !== 'object' || answer === null) return EMPTY_RECORD;
  const textAt = (names: readonly string[]): string | null => {
    const value = names.map((name) => Reflect.get(answer, name)).find(isText);
    return value === undefined ? null : String(value).trim();
  };
  const entries = Object.entries(NAMES).map(([field, names]) => [field, textAt(names)]);
  const record: PublicRecord = Object.fromEntries(entries);
  const { postal_code: postalCode, state } = record;
  return {
    ...record,
    postal_code: postalCode?.replaceAll(/\D/g, '') || null,
    state: state !== null && STATE.test(state) ? state : null,
  };
}

function isText(value: unknown): value is string | number {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && value.length <= LENGTH_MAX;
}
