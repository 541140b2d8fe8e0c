import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { DocumentKind, KycDocument } from './kyc-application.ts';

interface DocumentRow extends Record<string, unknown> {
  readonly document_id: string;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly content_type: string;
  readonly size_bytes: bigint;
  readonly created_at: number;
}

// Without the content, so that lists don't read megabytes.
const COLUMNS = 'd.document_id, d.kind, d.name, d.content_type, d.size_bytes, d.created_at';

const INSERT = {
  name: 'kyc_document_insert',
  text: `insert into kyc_documents (merchant_id, document_id, kind, name, content_type, size_bytes,
      sealed_content, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};
const DELETE = {
  name: 'kyc_document_delete',
  text: `delete from kyc_documents d where merchant_id = $1 and document_id = $2
    returning ${COLUMNS}`,
};
const SELECT = {
  name: 'kyc_documents_of_merchant',
  text: `select ${COLUMNS} from kyc_documents d where merchant_id = $1 order by document_id`,
};
const SELECT_CONTENT = {
  name: 'kyc_document_content',
  text: `select ${COLUMNS}, d.sealed_content from kyc_documents d
    where merchant_id = $1 and document_id = $2`,
};

/** Sends the insert of a document with its sealed content. The commit waits for it. */
export function insertDocument(
  tx: Transaction,
  merchantId: string,
  document: KycDocument,
  sealedContent: Buffer,
): void {
  tx.send(INSERT, [
    merchantId,
    document.documentId,
    document.kind,
    document.name,
    document.contentType,
    document.sizeBytes,
    sealedContent,
    new Date(document.createdAt),
  ]);
}

/** Deletes a document of a merchant and returns it; undefined if there is no such document. */
export async function deleteDocument(
  tx: Transaction,
  merchantId: string,
  documentId: string,
): Promise<KycDocument | undefined> {
  const [row] = await tx.query<DocumentRow>(DELETE, [merchantId, documentId]);
  return row && documentFromRow(row);
}

/** A merchant's documents without their contents, oldest first. */
export async function selectDocuments(
  database: Queryable,
  merchantId: string,
): Promise<KycDocument[]> {
  const rows = await database.query<DocumentRow>(SELECT, [merchantId]);
  return rows.map(documentFromRow);
}

/** A document of a merchant with its sealed content, or undefined. */
export async function selectDocumentWithContent(
  database: Queryable,
  merchantId: string,
  documentId: string,
): Promise<{ document: KycDocument; sealedContent: Buffer } | undefined> {
  const [row] = await database.query<DocumentRow & { sealed_content: Buffer }>(SELECT_CONTENT, [
    merchantId,
    documentId,
  ]);
  return row && { document: documentFromRow(row), sealedContent: row.sealed_content };
}

function documentFromRow(row: DocumentRow): KycDocument {
  return {
    documentId: row.document_id,
    kind: row.kind,
    name: row.name,
    contentType: row.content_type,
    sizeBytes: Number(row.size_bytes),
    createdAt: row.created_at,
  };
}
