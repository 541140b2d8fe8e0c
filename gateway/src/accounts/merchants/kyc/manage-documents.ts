import type { Actor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId, isId } from '#src/ground/ids.ts';
import { type DocumentType, detectDocumentType } from '#src/ground/images/detect-document-type.ts';
import {
  DOCUMENT_BYTES_MAX,
  DOCUMENTS_MAX,
  type DocumentKind,
  type KycDocument,
} from './kyc-application.ts';
import type { KycDeps } from './kyc-deps.ts';
import {
  deleteDocument,
  insertDocument,
  selectDocuments,
  selectDocumentWithContent,
} from './kyc-document-store.ts';
import { lockDraft } from './lock-draft.ts';

export interface NewDocument {
  readonly kind: DocumentKind;
  readonly name: string;
  /** The `Content-Type` of the request. */
  readonly declaredType: string | undefined;
  readonly content: Buffer;
  readonly by: Actor;
}

/**
 * Adds a document to a merchant's draft, sealed. Refuses `document_type_invalid`,
 * `document_too_large`, `too_many_documents`, `kyc_closed` and `account_suspended`.
 */
export async function addDocument(
  { database, clock, secretBox }: KycDeps,
  merchant: Merchant,
  unchecked: NewDocument,
): Promise<KycDocument> {
  const { kind, content, by } = unchecked;
  const contentType = await checkContent(content, unchecked.declaredType);
  const now = clock.now();
  const document: KycDocument = {
    documentId: createId(now),
    kind,
    contentType,
    name: unchecked.name.trim(),
    sizeBytes: content.length,
    createdAt: now,
  };
  const { merchantId } = merchant;
  // Sealed with the id of its row, so that it can't be opened as another document.
  const sealedContent = secretBox.sealBytes(content, document.documentId);
  await database.transaction(async (tx) => {
    await lockDraft(tx, merchant, now);
    const documents = await selectDocuments(tx, { merchantId });
    if (documents.length >= DOCUMENTS_MAX) throw new Refusal('too_many_documents');
    insertDocument(tx, { ...document, merchantId, sealedContent });
    const { documentId: subject, name } = document;
    const details = { kind, name };
    recordChange(tx, by, { action: 'kyc_document.added', merchantId, subject, details }, now);
  });
  return document;
}

/**
 * Removes a document from a merchant's draft. Refuses `document_not_found`, `kyc_closed` and
 * `account_suspended`.
 */
export async function removeDocument(
  { database, clock }: KycDeps,
  merchant: Merchant,
  { documentId, by }: { documentId: string; by: Actor },
): Promise<void> {
  const now = clock.now();
  const { merchantId } = merchant;
  await database.transaction(async (tx) => {
    await lockDraft(tx, merchant, now);
    const removed = isId(documentId)
      ? await deleteDocument(tx, { merchantId, documentId })
      : undefined;
    if (!removed) throw new Refusal('document_not_found');
    const details = { kind: removed.kind, name: removed.name };
    const change = { action: 'kyc_document.removed' as const, merchantId, subject: documentId };
    recordChange(tx, by, { ...change, details }, now);
  });
}

/** Opens a merchant's document with its content. Refuses `document_not_found`. */
export async function openDocument(
  { database, secretBox }: KycDeps,
  merchantId: string,
  documentId: string,
): Promise<{ document: KycDocument; content: Buffer }> {
  const row = isId(documentId)
    ? await selectDocumentWithContent(database, { merchantId, documentId })
    : undefined;
  if (!row) throw new Refusal('document_not_found');
  const { document, sealedContent } = row;
  return { document, content: secretBox.openBytes(sealedContent, documentId) };
}

/**
 * Finds the type of a document from its bytes. Refuses `document_too_large`, and
 * `document_type_invalid` if the type is not accepted or not the declared one.
 */
async function checkContent(
  content: Buffer,
  declaredType: string | undefined,
): Promise<DocumentType> {
  if (content.length > DOCUMENT_BYTES_MAX) throw new Refusal('document_too_large');
  const type = await detectDocumentType(content);
  if (!type || type !== declaredType) throw new Refusal('document_type_invalid');
  return type;
}
