import { fileTypeFromBuffer } from 'file-type';
import { Refusal } from '#src/platform/errors/problems.ts';
import { DOCUMENT_BYTES_MAX } from './kyc-application.ts';

export const DOCUMENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/**
 * The type of a document by its bytes, which must be the one that was declared. Refuses
 * `document_too_large` and `document_type_invalid`.
 */
export async function checkContent(
  content: Buffer,
  declaredType: string | undefined,
): Promise<DocumentType> {
  if (content.length > DOCUMENT_BYTES_MAX) throw new Refusal('document_too_large');
  const found = await fileTypeFromBuffer(content);
  const type = DOCUMENT_TYPES.find((one) => one === found?.mime);
  if (!type || type !== declaredType) throw new Refusal('document_type_invalid');
  return type;
}
