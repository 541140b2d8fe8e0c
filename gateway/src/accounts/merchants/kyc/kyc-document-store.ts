import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, paramsOf, send, shaped, sql, valuesOf } from '#src/ground/database/sql.ts';
import { KYC_DOCUMENT } from './kyc-application.ts';

const { createdAt, ...REST } = KYC_DOCUMENT;
const NEW_DOCUMENT = {
  merchantId: f.uuid,
  ...REST,
  sealedContent: f.bytes,
  createdAt,
};

const $ = paramsOf(NEW_DOCUMENT);
const OF_KEY = sql`merchant_id = ${$.merchantId} and document_id = ${$.documentId}`;
// Without the content, so that lists don't read megabytes.
const COLUMNS = f.columnsOf(KYC_DOCUMENT, 'd');

/** Sends the insert of a document with its sealed content. The commit waits for it. */
export const insertDocument = send(
  'kyc_document_insert',
  sql`insert into kyc_documents (${f.columnsOf(NEW_DOCUMENT)})
    values (${valuesOf(NEW_DOCUMENT)})`,
);

/** Deletes a document of a merchant and returns it; undefined if there is no such document. */
export const deleteDocument = maybeOne(
  'kyc_document_delete',
  KYC_DOCUMENT,
  sql`delete from kyc_documents d where ${OF_KEY}
    returning ${COLUMNS}`,
);

/** A merchant's documents without their contents, oldest first. */
export const selectDocuments = many(
  'kyc_documents_of_merchant',
  KYC_DOCUMENT,
  sql`select ${COLUMNS} from kyc_documents d
    where merchant_id = ${$.merchantId} order by document_id`,
);

/** A document of a merchant with its sealed content, or undefined. */
export const selectDocumentWithContent = maybeOne(
  'kyc_document_content',
  shaped({ ...KYC_DOCUMENT, sealedContent: f.bytes }, ({ sealedContent, ...document }) => ({
    document,
    sealedContent,
  })),
  sql`select ${COLUMNS}, d.sealed_content from kyc_documents d
    where ${OF_KEY}`,
);
