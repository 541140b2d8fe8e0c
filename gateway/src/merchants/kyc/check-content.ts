import { Refusal } from '#src/platform/errors/problems.ts';
import { DOCUMENT_BYTES_MAX, DOCUMENT_TYPES, type DocumentType } from './kyc-application.ts';

/**
 * Finds the type of a document from its bytes. Refuses `document_too_large`, and
 * `document_type_invalid` if the type is not accepted or not the declared one.
 */
export async function checkContent(
  content: Buffer,
  declaredType: string | undefined,
): Promise<DocumentType> {
  if (content.length > DOCUMENT_BYTES_MAX) throw new Refusal('document_too_large');
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content);
  const type = DOCUMENT_TYPES.find((one) => one === found?.mime);
  if (!type || type !== declaredType) throw new Refusal('document_type_invalid');
  return type;
}
