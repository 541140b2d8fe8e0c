import { addressOf } from '#panel/api/client.ts';
import { fileTypeOf } from '#panel/components/file-type.ts';
import { texts } from '#texts/dispute-files.ts';

const BYTES_MAX = 10 * 1024 * 1024;
const NAME_LENGTH_MAX = 200;
const CREATED = 201;

/** Checks a file before the upload. Returns a message, or undefined if it is valid. */
export function faultOfFile(file: File): string | undefined {
  if (!fileTypeOf(file)) return texts.typeWrong(file.name);
  if (file.size === 0) return texts.empty(file.name);
  return file.size > BYTES_MAX ? texts.tooLarge(file.name) : undefined;
}

/** Uploads a file of a dispute. Uses XMLHttpRequest because fetch has no upload progress. */
export function uploadFile({
  path,
  file,
  onProgress,
}: {
  readonly path: string;
  readonly file: File;
  readonly onProgress: (percent: number) => void;
}): Promise<void> {
  const address = addressOf(path, [['name', file.name.slice(-NAME_LENGTH_MAX)]]);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.responseType = 'json';
    request.setRequestHeader('content-type', fileTypeOf(file) ?? '');
    request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100);
    request.onload = () => (request.status === CREATED ? resolve() : reject(request.response));
    request.onerror = () => reject(new Error('the upload did not arrive'));
    request.send(file);
  });
}
