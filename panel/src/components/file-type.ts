const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

/** The types of documents that can be chosen, for the attribute `accept`. */
export const DOCUMENT_TYPES = [...new Set(Object.values(TYPES))].join(',');

/**
 * The type of a PDF, JPEG or PNG; undefined for other files. Browsers that don't name the type give
 * the ending of the name.
 */
export function fileTypeOf(file: File): string | undefined {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  return Object.values(TYPES).includes(file.type) ? file.type : TYPES[ending];
}
