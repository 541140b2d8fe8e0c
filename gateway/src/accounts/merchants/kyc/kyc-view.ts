import type { Static } from 'typebox';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Language } from '#src/ground/http/language.ts';
import { findFaults } from './find-faults.ts';
import {
  type AddressData,
  type ApplicationWithMerchant,
  DOCUMENT_BYTES_MAX,
  DOCUMENTS_MAX,
  EMPTY_DATA,
  type KycData,
  type KycDocument,
  type KycSubmission,
  type QueuedApplication,
  REQUIRED_DOCUMENTS,
} from './kyc-application.ts';

import type { AddressBody, KycBody, OwnKyc, ReviewedKyc } from './kyc-schemas.ts';

import type { KycDetails } from './read-kyc.ts';
import { isEditable } from './save-kyc.ts';

/** The data in a request of the panel. Omitted fields are null. */
export function dataOfBody(body: Static<typeof KycBody>): KycData {
  const { address = {}, responsible = {} } = body;
  return {
    kind: body.kind ?? null,
    legalName: body.legal_name ?? null,
    taxId: body.tax_id ?? null,
    ...addressOfBody(address),
    responsibleName: responsible.name ?? null,
    responsibleTaxId: responsible.tax_id ?? null,
    responsibleBirthDate: responsible.birth_date ?? null,
    responsibleRole: responsible.role ?? null,
  };
}

/** The address in a request of the panel. Omitted fields are null. */
export function addressOfBody(address: Static<typeof AddressBody>): AddressData {
  return {
    postalCode: address.postal_code ?? null,
    street: address.street ?? null,
    streetNumber: address.number ?? null,
    complement: address.complement ?? null,
    district: address.district ?? null,
    city: address.city ?? null,
    state: address.state ?? null,
  };
}

/** An address as the panel shows it. */
export function addressView(data: AddressData) {
  return {
    postal_code: data.postalCode,
    street: data.street,
    number: data.streetNumber,
    complement: data.complement,
    district: data.district,
    city: data.city,
    state: data.state,
  };
}

/** A merchant's application as the merchant sees it, without the operators' names. */
export function ownKyc(
  file: KycDetails,
  merchant: Merchant,
  { now, language }: { now: number; language: Language },
): Static<typeof OwnKyc> {
  const { application, documents, submissions } = file;
  const data = application ?? EMPTY_DATA;
  const isOpen = isEditable(application, merchant);
  const kinds = new Set(documents.map(({ kind }) => kind));
  const faults = isOpen ? findFaults(data, kinds, brazilianDayOf(now)) : [];
  return {
    status: application?.status ?? 'draft',
    is_editable: isOpen,
    ...dataView(data, documents),
    required_documents: data.kind === null ? [] : [...REQUIRED_DOCUMENTS[data.kind]],
    document_limits: { bytes_max: DOCUMENT_BYTES_MAX, count_max: DOCUMENTS_MAX },
    faults: faults.map(({ field, message }) => ({ field, message: message[language] })),
    submissions: submissions.map(submissionView),
  };
}

/** An application as an operator sees it. */
export function reviewedKyc(
  file: KycDetails & ApplicationWithMerchant,
): Static<typeof ReviewedKyc> {
  const { application, documents, submissions, username, merchantName, merchantStatus } = file;
  return {
    application_id: application.applicationId,
    status: application.status,
    status_since: isoTime(application.statusSince),
    merchant: { username, name: merchantName, status: merchantStatus },
    ...dataView(application, documents),
    submissions: submissions.map((submission) => ({
      ...submissionView(submission),
      submitted_by: submission.submittedBy,
      decided_by: submission.decidedBy,
    })),
  };
}

/** A document as the panel shows it, without its content. */
export function documentView(document: KycDocument) {
  return {
    document_id: document.documentId,
    kind: document.kind,
    name: document.name,
    content_type: document.contentType,
    size_bytes: document.sizeBytes,
    created_at: isoTime(document.createdAt),
  };
}

/**
 * An application in the operators' queue; if draft or rejected, with its missing or wrong fields.
 */
export function queueItem(application: QueuedApplication, now: number) {
  const { data, status } = application;
  const isOpen = status === 'draft' || status === 'rejected';
  const kinds = new Set(application.documentKinds);
  return {
    application_id: application.applicationId,
    username: application.username,
    merchant_name: application.merchantName,
    status,
    kind: data.kind,
    legal_name: data.legalName,
    tax_id: data.taxId,
    submission_count: application.submissionCount,
    missing: isOpen ? findFaults(data, kinds, brazilianDayOf(now)).map(({ field }) => field) : [],
    status_since: isoTime(application.statusSince),
  };
}

function dataView(data: KycData, documents: readonly KycDocument[]) {
  return {
    kind: data.kind,
    legal_name: data.legalName,
    tax_id: data.taxId,
    address: addressView(data),
    responsible: {
      name: data.responsibleName,
      tax_id: data.responsibleTaxId,
      birth_date: data.responsibleBirthDate,
      role: data.responsibleRole,
    },
    documents: documents.map(documentView),
  };
}

function submissionView(submission: KycSubmission) {
  return {
    number: submission.number,
    submitted_at: isoTime(submission.submittedAt),
    decision: submission.decision,
    reason: submission.reason,
    decided_at: submission.decidedAt === null ? null : isoTime(submission.decidedAt),
  };
}
