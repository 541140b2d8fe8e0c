import { addressOf } from '#panel/api/client.ts';
import { fileTypeOf } from '#panel/components/file-type.ts';
import { texts } from '#texts/dispute-files.ts';

const BYTES_MAX = 10 * 1024 * 1024;
const CREATED = 201;

/** Checks a file before the upload. Returns a message, or undefined if it is valid. */
export function faultOfFile(file: File): string | undefined {
  if (!fileTypeOf(file)) return texts.typeWrong(file.name);
  if (file.size === 0) return texts.empty(file.name);
  return file.size > BYTES_MAX ? texts.tooLarge(file.name) : undefined;
}

/**
 * Uploads a file of a dispute. Resolves to the name of the dispute's file with this content, which
 * may have been there before. Uses XMLHttpRequest because fetch has no upload progress.
 */
export function uploadFile({
  path,
  file,
  name,
  onProgress,
}: {
  readonly path: string;
  readonly file: File;
  readonly name: string;
  readonly onProgress: (percent: number) => void;
}): Promise<string> {
  const address = addressOf(path, [['name', name]]);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.responseType = 'json';
    request.setRequestHeader('content-type', fileTypeOf(file) ?? '');
    request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100);
    request.onload = () =>
      request.status === CREATED ? resolve(request.response.name) : reject(request.response);
    request.onerror = () => reject(new Error('the upload did not arrive'));
    request.send(file);
  });
}
