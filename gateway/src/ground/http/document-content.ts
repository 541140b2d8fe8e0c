import { Type } from 'typebox';
import { DOCUMENT_TYPES } from '../images/detect-document-type.ts';

const Bytes = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

/** The schema of an answer that is an uploaded document. */
export const DocumentContent = {
  description: 'O arquivo.',
  content: Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, { schema: Bytes }])),
};
