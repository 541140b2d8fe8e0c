import { Refusal } from '#src/ground/errors/problems.ts';
import { measureImage } from '#src/ground/images/measure-image.ts';
import { DOCUMENT_BYTES_MAX, DOCUMENT_TYPES, type DocumentType } from './kyc-application.ts';

/** The first bytes of each type: the library also opens archives, which are not accepted. */
const STARTS: Readonly<Record<DocumentType, Buffer>> = {
  'application/pdf': Buffer.from('%PDF'),
  'image/jpeg': Buffer.from('ffd8ff', 'hex'),
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
};
/** More than the cameras of phones make in 5 MB: operators open the image. */
const PIXELS_MAX = 100_000_000;

/**
 * Finds the type of a document from its bytes. Refuses `document_too_large`, and
 * `document_type_invalid` if the type is not accepted or not the declared one, and for an image
 * that states its size twice or has more than 100 megapixels.
 */
export async function checkContent(
  content: Buffer,
  declaredType: string | undefined,
): Promise<DocumentType> {
  if (content.length > DOCUMENT_BYTES_MAX) throw new Refusal('document_too_large');
  if (!Object.values(STARTS).some((start) => content.subarray(0, start.length).equals(start))) {
    throw new Refusal('document_type_invalid');
  }
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content);
  const type = DOCUMENT_TYPES.find((one) => one === found?.mime);
  if (!type || type !== declaredType || !isReadable(content, type)) {
    throw new Refusal('document_type_invalid');
  }
  return type;
}

function isReadable(content: Buffer, type: DocumentType): boolean {
  if (type === 'application/pdf') return true;
  const image = measureImage(content);
  return image !== undefined && image.width * image.height <= PIXELS_MAX;
}
