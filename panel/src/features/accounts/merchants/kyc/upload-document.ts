import { addressOf } from '#panel/api/client.ts';
import type { paths } from '#panel/api/schema.d.ts';
import { fileTypeOf } from '#panel/components/file-type.ts';
import { texts } from '#texts/kyc.ts';
import type { DocumentKind, KycDocument } from './kyc-types.ts';

const PATH: keyof paths = '/api/panel/kyc/documents';
/** Checks a file before the upload. Returns a message, or undefined if it is valid. */
export function faultOfFile(file: File, bytesMax: number): string | undefined {
  if (!fileTypeOf(file)) return texts.fileTypeWrong(file.name);
  return file.size > bytesMax ? texts.fileTooLarge(file.name, megabytes(bytesMax)) : undefined;
}

/** The size in whole megabytes (of 1,048,576 bytes). */
export function megabytes(bytes: number): number {
  return Math.floor(bytes / (1024 * 1024));
}

export interface Upload {
  readonly kind: DocumentKind;
  readonly file: File;
  readonly onProgress: (percent: number) => void;
}

/** Uploads a file. Uses XMLHttpRequest because fetch has no upload progress. */
export function uploadDocument({ kind, file, onProgress }: Upload): Promise<KycDocument> {
  const name = file.name.slice(-NAME_LENGTH_MAX);
  const address = addressOf(PATH, [
    ['kind', kind],
    ['name', name],
  ]);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.responseType = 'json';
    request.setRequestHeader('content-type', fileTypeOf(file) ?? '');
    request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100);
    request.onload = () =>
      request.status === CREATED ? resolve(request.response) : reject(request.response);
    request.onerror = () => reject(new Error('the upload did not arrive'));
    request.send(file);
  });
}

const CREATED = 201;
const NAME_LENGTH_MAX = 200;
