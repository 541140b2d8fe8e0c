import * as f from '#src/ground/database/fields.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { MerchantStatus } from '../merchant.ts';

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

/** How many documents an application may have. */
export const DOCUMENTS_MAX = 10;

/** The largest document, in bytes. The table `kyc_documents` checks it too. */
export const DOCUMENT_BYTES_MAX = 5 * 1024 * 1024;

/** The documents that prove the identity of the person and the existence of the company. */
export const REQUIRED_DOCUMENTS = {
  person: ['identity_front', 'identity_back', 'selfie', 'proof_of_address'],
  company: ['company_contract', 'identity_front', 'identity_back', 'proof_of_address'],
} as const satisfies Record<ApplicantKind, readonly DocumentKind[]>;

/** The states of Brazil and the Federal District. */
export const BRAZILIAN_STATES: ReadonlySet<string> = new Set(
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' '),
);

/** An address as it was entered: each field may be missing or incomplete. */
const ADDRESS_DATA = {
  postalCode: f.orNull(f.text),
  street: f.orNull(f.text),
  streetNumber: f.orNull(f.text),
  complement: f.orNull(f.text),
  district: f.orNull(f.text),
  city: f.orNull(f.text),
  state: f.orNull(f.text),
};
export type AddressData = f.RecordOf<typeof ADDRESS_DATA>;

/** The data of an applicant. In a draft each field may be missing or incomplete. */
const KYC_DATA = {
  ...ADDRESS_DATA,
  kind: f.orNull(f.textOf<ApplicantKind>()),
  legalName: f.orNull(f.text),
  taxId: f.orNull(f.text),
  responsibleName: f.orNull(f.text),
  responsibleTaxId: f.orNull(f.text),
  responsibleBirthDate: f.orNull(f.inColumn('birth_date', f.day)),
  responsibleRole: f.orNull(f.text),
};
export type KycData = f.RecordOf<typeof KYC_DATA>;

export const KYC_APPLICATION = {
  ...KYC_DATA,
  merchantId: f.uuid,
  applicationId: f.uuid,
  status: f.textOf<KycStatus>(),
  submissionCount: f.count,
  statusSince: f.instant,
};
export type KycApplication = f.RecordOf<typeof KYC_APPLICATION>;

/** An application with its merchant. */
export interface ApplicationWithMerchant {
  readonly application: KycApplication;
  readonly username: string;
  readonly merchantName: string;
  readonly merchantStatus: MerchantStatus;
}

/** A position in the operators' queue; the id orders applications of the same instant. */
export interface QueuePosition {
  readonly statusSince: number;
  readonly applicationId: string;
}

/** An application in the operators' queue. */
export interface QueuedApplication extends QueuePosition {
  readonly username: string;
  readonly merchantName: string;
  readonly status: KycStatus;
  readonly data: KycData;
  readonly documentKinds: readonly DocumentKind[];
  readonly submissionCount: number;
}

/** A document without its content. */
export const KYC_DOCUMENT = {
  documentId: f.uuid,
  kind: f.textOf<DocumentKind>(),
  name: f.text,
  contentType: f.text,
  sizeBytes: f.count,
  createdAt: f.instant,
};
export type KycDocument = f.RecordOf<typeof KYC_DOCUMENT>;

/** One submission of an application, with the operator's decision. */
export const KYC_SUBMISSION = {
  number: f.count,
  submittedAt: f.instant,
  submittedBy: f.text,
  decision: f.orNull(f.textOf<KycDecision>()),
  reason: f.orNull(f.text),
  decidedAt: f.orNull(f.instant),
  decidedBy: f.orNull(f.text),
};
export type KycSubmission = f.RecordOf<typeof KYC_SUBMISSION>;

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

/** Normalises data: texts trimmed, empty texts as null, numbers without punctuation. */
export function normaliseData(unchecked: KycData): KycData {
  return {
    kind: unchecked.kind,
    legalName: trimmed(unchecked.legalName),
    taxId: normaliseTaxId(unchecked.taxId),
    ...normaliseAddress(unchecked),
    responsibleName: trimmed(unchecked.responsibleName),
    responsibleTaxId: normaliseTaxId(unchecked.responsibleTaxId),
    responsibleBirthDate: unchecked.responsibleBirthDate,
    responsibleRole: trimmed(unchecked.responsibleRole),
  };
}

/** Normalises an address: texts trimmed, empty texts as null, the CEP without punctuation. */
export function normaliseAddress(unchecked: AddressData): AddressData {
  return {
    postalCode: trimmed(unchecked.postalCode)?.replaceAll(/[\s.-]/g, '') ?? null,
    street: trimmed(unchecked.street),
    streetNumber: trimmed(unchecked.streetNumber),
    complement: trimmed(unchecked.complement),
    district: trimmed(unchecked.district),
    city: trimmed(unchecked.city),
    state: trimmed(unchecked.state)?.toUpperCase() ?? null,
  };
}

function trimmed(unchecked: string | null): string | null {
  return unchecked?.trim() || null;
}

function normaliseTaxId(unchecked: string | null): string | null {
  const text = trimmed(unchecked);
  if (text === null) return null;
  return parseTaxId(text, { checkDigits: false })?.digits ?? text;
}
