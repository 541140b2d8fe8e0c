import type { ProblemField } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import { parseCnpj, parseCpf } from '#src/ground/pix/tax-id.ts';
import {
  type AddressData,
  BRAZILIAN_STATES,
  type DocumentKind,
  type KycData,
  REQUIRED_DOCUMENTS,
} from './kyc-application.ts';

const POSTAL_CODE = /^\d{8}$/;
const ADULT_YEARS = 18;
const OLDEST_YEARS = 120;
const DAY_START = 4;
const MISSING = fieldText((texts) => texts.missing);
const MISSING_DOCUMENT = fieldText((texts) => texts.missingDocument);
const CHECKED = { checkDigits: true };

type Check = readonly [
  field: string,
  value: string | null,
  fault?: (value: string) => Text | undefined,
];

/**
 * Finds every missing or wrong field of an application, by its path in the API. `today` is the day
 * in Brasília, as `2026-11-20`.
 */
export function findFaults(
  data: KycData,
  documentKinds: ReadonlySet<DocumentKind>,
  today: string,
): ProblemField[] {
  const faults = faultsOf(checksOf(data, today));
  const required = data.kind === null ? [] : REQUIRED_DOCUMENTS[data.kind];
  const missing = required.filter((kind) => !documentKinds.has(kind));
  return [
    ...faults,
    ...missing.map((kind) => ({ field: `documents.${kind}`, message: MISSING_DOCUMENT })),
  ];
}

/** Finds every missing or wrong field of an address, by its path in the API. */
export function findAddressFaults(address: AddressData): ProblemField[] {
  return faultsOf(addressChecksOf(address));
}

function faultsOf(checks: readonly Check[]): ProblemField[] {
  return checks.flatMap(([field, value, faultOf]) => {
    const message = value === null ? MISSING : faultOf?.(value);
    return message ? [{ field, message }] : [];
  });
}

function addressChecksOf(data: AddressData): Check[] {
  return [
    ['address.postal_code', data.postalCode, postalCodeFault],
    ['address.street', data.street],
    ['address.number', data.streetNumber],
    ['address.district', data.district],
    ['address.city', data.city],
    ['address.state', data.state, stateFault],
  ];
}

function checksOf(data: KycData, today: string): Check[] {
  const isCompany = data.kind === 'company';
  return [
    ['kind', data.kind],
    ['legal_name', data.legalName],
    ['tax_id', data.taxId, isCompany ? cnpjFault : cpfFault],
    ...addressChecksOf(data),
    ['responsible.name', data.responsibleName],
    ['responsible.tax_id', data.responsibleTaxId, cpfFault],
    ['responsible.birth_date', data.responsibleBirthDate, (day) => ageFault(day, today)],
    // Only a company's representative has a role.
    ...(isCompany ? [['responsible.role', data.responsibleRole] as const] : []),
  ];
}

function cpfFault(value: string) {
  return parseCpf(value, CHECKED) ? undefined : fieldText((texts) => texts.cpf);
}

function cnpjFault(value: string) {
  return parseCnpj(value, CHECKED) ? undefined : fieldText((texts) => texts.cnpj);
}

function postalCodeFault(value: string) {
  return POSTAL_CODE.test(value) ? undefined : fieldText((texts) => texts.postalCode);
}

function stateFault(value: string) {
  return BRAZILIAN_STATES.has(value) ? undefined : fieldText((texts) => texts.state);
}

/** Days are compared as texts. A person is of age on the 18th birthday. */
function ageFault(birthDate: string, today: string) {
  if (birthDate > yearsBefore(today, ADULT_YEARS)) return fieldText((texts) => texts.adult);
  const isTooOld = birthDate < yearsBefore(today, OLDEST_YEARS);
  return isTooOld ? fieldText((texts) => texts.birthDate) : undefined;
}

function yearsBefore(day: string, years: number): string {
  return `${Number(day.slice(0, DAY_START)) - years}${day.slice(DAY_START)}`;
}
