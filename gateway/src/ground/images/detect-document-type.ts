import { measureImage } from './measure-image.ts';

/** The types of files that people upload as proofs: documents of an application, of a dispute. */
export const DOCUMENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** The first bytes of each type, checked before the library, which would open archives too. */
const STARTS: Readonly<Record<DocumentType, Buffer>> = {
  'application/pdf': Buffer.from('%PDF'),
  'image/jpeg': Buffer.from('ffd8ff', 'hex'),
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
};
/** The most pixels of an image that people open: more than phones make in 5 MB. */
const PIXELS_MAX = 100_000_000;

/**
 * Finds the type of a file from its bytes; its name is ignored. Undefined for other types, and for
 * an image that states its size twice or has more than 100 megapixels.
 */
export async function detectDocumentType(content: Buffer): Promise<DocumentType | undefined> {
  if (!Object.values(STARTS).some((start) => content.subarray(0, start.length).equals(start))) {
    return undefined;
  }
  const { fileTypeFromBuffer } = await import('file-type');
  const detected = await fileTypeFromBuffer(content);
  const type = DOCUMENT_TYPES.find((accepted) => accepted === detected?.mime);
  return type && isReadable(content, type) ? type : undefined;
}

function isReadable(content: Buffer, type: DocumentType): boolean {
  if (type === 'application/pdf') return true;
  const image = measureImage(content);
  return image !== undefined && image.width * image.height <= PIXELS_MAX;
}
