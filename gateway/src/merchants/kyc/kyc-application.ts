import { parseTaxId } from '#src/pix/tax-id.ts';

export const KYC_STATUSES = ['draft', 'submitted', 'approved', 'rejected'] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];
export const KYC_DECISIONS = ['approved', 'rejected'] as const;
export type KycDecision = (typeof KYC_DECISIONS)[number];
export const APPLICANT_KINDS = ['person', 'company'] as const;
export type ApplicantKind = (typeof APPLICANT_KINDS)[number];

export const DOCUMENT_KINDS = [
  'identity_front',
  'identity_back',
  'selfie',
  'proof_of_address',
  'company_contract',
  'other',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENTS_MAX = 10;
export const DOCUMENT_BYTES_MAX = 5 * 1024 * 1024;

/** What has to be proved: that a company exists, that a person is the one on the card. */
export const REQUIRED_DOCUMENTS = {
  person: ['identity_front', 'identity_back', 'selfie', 'proof_of_address'],
  company: ['company_contract', 'identity_front', 'identity_back', 'proof_of_address'],
} as const satisfies Record<ApplicantKind, readonly DocumentKind[]>;

/** The states of Brazil and the Federal District. */
export const BRAZILIAN_STATES: ReadonlySet<string> = new Set(
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' '),
);

/** What an applicant says of itself. In a draft anything may be missing, or half typed. */
export interface KycData {
  readonly kind: ApplicantKind | null;
  readonly legalName: string | null;
  readonly taxId: string | null;
  readonly postalCode: string | null;
  readonly street: string | null;
  readonly streetNumber: string | null;
  readonly complement: string | null;
  readonly district: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly responsibleName: string | null;
  readonly responsibleTaxId: string | null;
  /** A day, `1990-05-17`. */
  readonly responsibleBirthDate: string | null;
  readonly responsibleRole: string | null;
}

export interface KycApplication extends KycData {
  readonly merchantId: string;
  readonly applicationId: string;
  readonly status: KycStatus;
  readonly submissionCount: number;
  readonly statusSince: number;
}

/** A document without its content. */
export interface KycDocument {
  readonly documentId: string;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly createdAt: number;
}

/** One time that an application was sent, and what became of it. */
export interface KycSubmission {
  readonly number: number;
  readonly submittedAt: number;
  readonly submittedBy: string;
  readonly decision: KycDecision | null;
  readonly reason: string | null;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
}

export const EMPTY_DATA: KycData = {
  kind: null,
  legalName: null,
  taxId: null,
  postalCode: null,
  street: null,
  streetNumber: null,
  complement: null,
  district: null,
  city: null,
  state: null,
  responsibleName: null,
  responsibleTaxId: null,
  responsibleBirthDate: null,
  responsibleRole: null,
};

/** Texts as they are kept: trimmed, empty ones as none, numbers without their punctuation. */
export function tidyData(unchecked: KycData): KycData {
  return {
    kind: unchecked.kind,
    legalName: tidy(unchecked.legalName),
    taxId: tidyTaxId(unchecked.taxId),
    postalCode: tidy(unchecked.postalCode)?.replaceAll(/[\s.-]/g, '') ?? null,
    street: tidy(unchecked.street),
    streetNumber: tidy(unchecked.streetNumber),
    complement: tidy(unchecked.complement),
    district: tidy(unchecked.district),
    city: tidy(unchecked.city),
    state: tidy(unchecked.state)?.toUpperCase() ?? null,
    responsibleName: tidy(unchecked.responsibleName),
    responsibleTaxId: tidyTaxId(unchecked.responsibleTaxId),
    responsibleBirthDate: unchecked.responsibleBirthDate,
    responsibleRole: tidy(unchecked.responsibleRole),
  };
}

function tidy(unchecked: string | null): string | null {
  return unchecked?.trim() || null;
}

function tidyTaxId(unchecked: string | null): string | null {
  const text = tidy(unchecked);
  if (text === null) return null;
  return parseTaxId(text, { checkDigits: false })?.digits ?? text;
}
