import type { paths } from '#panel/api/schema.d.ts';
import { formatPostalCode, formatTaxId } from '#panel/components/masks.ts';
import type { Kyc } from './kyc-types.ts';

type Body = NonNullable<
  paths['/api/panel/kyc']['put']['requestBody']
>['content']['application/json'];

/** The values of the form: texts, empty where nothing was entered. */
export interface FormValues {
  kind: 'person' | 'company';
  legal_name: string;
  tax_id: string;
  address: {
    postal_code: string;
    street: string;
    number: string;
    complement: string;
    district: string;
    city: string;
    state: string;
  };
  responsible: { name: string; tax_id: string; birth_date: string; role: string };
}

export function valuesOf(kyc: Kyc): FormValues {
  const { address, responsible } = kyc;
  return {
    kind: kyc.kind ?? 'person',
    legal_name: kyc.legal_name ?? '',
    tax_id: formatTaxId(kyc.tax_id ?? ''),
    address: {
      postal_code: formatPostalCode(address.postal_code ?? ''),
      street: address.street ?? '',
      number: address.number ?? '',
      complement: address.complement ?? '',
      district: address.district ?? '',
      city: address.city ?? '',
      state: address.state ?? '',
    },
    responsible: {
      name: responsible.name ?? '',
      tax_id: formatTaxId(responsible.tax_id ?? ''),
      birth_date: responsible.birth_date ?? '',
      role: responsible.role ?? '',
    },
  };
}

/** The draft to save: a person who applies is also the responsible person. */
export function bodyOf(values: FormValues): Body {
  const { kind, legal_name, tax_id, address, responsible } = values;
  const birth_date = responsible.birth_date || null;
  const self = { name: legal_name, tax_id, role: null };
  return {
    kind,
    legal_name,
    tax_id,
    address,
    responsible: kind === 'person' ? { ...self, birth_date } : { ...responsible, birth_date },
  };
}

export const STEPS = ['identity', 'address', 'documents', 'send'] as const;
export type Step = (typeof STEPS)[number];

/** The first step with something missing or wrong; the last one when nothing is. */
export function firstOpenStep({ kind, faults }: Pick<Kyc, 'kind' | 'faults'>): Step {
  if (kind === null) return 'identity';
  const open = new Set(faults.map(({ field }) => stepOfField(field)));
  return STEPS.find((step) => open.has(step)) ?? 'send';
}

/** The step of the form in which an invalid field is corrected. */
export function stepOfField(field: string): Step {
  if (field.startsWith('documents.')) return 'documents';
  return field.startsWith('address.') ? 'address' : 'identity';
}
