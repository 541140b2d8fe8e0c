import type { paths } from '#panel/api/schema.d.ts';
import { texts } from '#texts/kyc.ts';
import type { DocumentKind, KycDocument } from './kyc-types.ts';

const PATH: keyof paths = '/api/panel/kyc/documents';
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

export const ACCEPTED_TYPES = [...new Set(Object.values(TYPES))].join(',');

/** Checks a file before the upload. Returns a message, or undefined if it is valid. */
export function faultOfFile(file: File, bytesMax: number): string | undefined {
  if (!typeOf(file)) return texts.fileTypeWrong(file.name);
  return file.size > bytesMax ? texts.fileTooLarge(file.name, megabytes(bytesMax)) : undefined;
}

/** The size in whole megabytes (of 1,048,576 bytes). */
export function megabytes(bytes: number): number {
  return Math.floor(bytes / (1024 * 1024));
}

/** The type by the file's extension, for browsers that don't name the type. */
function typeOf(file: File): string | undefined {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  return Object.values(TYPES).includes(file.type) ? file.type : TYPES[ending];
}

export interface Upload {
  readonly kind: DocumentKind;
  readonly file: File;
  readonly onProgress: (percent: number) => void;
}

/** Uploads a file. Uses XMLHttpRequest because fetch has no upload progress. */
export function uploadDocument({ kind, file, onProgress }: Upload): Promise<KycDocument> {
  const query = new URLSearchParams({ kind, name: file.name.slice(-NAME_LENGTH_MAX) });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${PATH}?${query}`);
    request.responseType = 'json';
    request.setRequestHeader('content-type', typeOf(file) ?? '');
    request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100);
    request.onload = () =>
      request.status === CREATED ? resolve(request.response) : reject(request.response);
    request.onerror = () => reject(new Error('the upload did not arrive'));
    request.send(file);
  });
}

const CREATED = 201;
const NAME_LENGTH_MAX = 200;
