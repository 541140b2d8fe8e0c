import type { TransactionKey } from '#src/charges/charge.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { DocumentType } from '#src/ground/images/detect-document-type.ts';
import { isVisibleText } from '#src/ground/visible-text.ts';

/** The largest file, in bytes. The table `dispute_files` checks it too. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024;

/** The most files of a dispute. */
export const FILES_MAX = 10;

/** The most bytes of all files of a merchant in one environment. */
export const MERCHANT_BYTES_MAX = 1024 ** 3;

const NAME_LENGTH_MAX = 100;
const ENDINGS: Readonly<Record<DocumentType, { readonly accepted: RegExp; readonly own: string }>> =
  {
    'application/pdf': { accepted: /\.pdf$/i, own: '.pdf' },
    'image/jpeg': { accepted: /\.jpe?g$/i, own: '.jpg' },
    'image/png': { accepted: /\.png$/i, own: '.png' },
  };

/** A file that belongs to a merchant's defence; its id is that of the row. */
export interface DisputeFile extends TransactionKey {
  readonly disputeId: string;
  readonly name: string;
  readonly contentType: DocumentType;
  readonly sizeBytes: number;
  readonly createdAt: number;
  /** When the bank has taken it; null for a bank that takes no files. */
  readonly sentAt: number | null;
}

/**
 * The name under which a file is kept and saved by browsers: without folders and characters that
 * systems don't allow in names, at most 100 characters, with the ending of the type that its bytes
 * have: an ending such as .exe would start it as a program.
 */
export function safeName(sent: string, type: DocumentType): string {
  const base = sent.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const visible = [...base].filter((character) => isVisibleText(character)).join('');
  const plain = visible.replaceAll(/[<>:"|?*;%]/g, '_').replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  const { accepted, own } = ENDINGS[type];
  const stem = accepted.test(plain) ? plain.replace(accepted, '') : plain;
  const ending = accepted.exec(plain)?.[0].toLowerCase() ?? own;
  const kept = [...(stem || 'arquivo')].slice(0, NAME_LENGTH_MAX - ending.length).join('');
  return kept + ending;
}

/** A file as the API and the panel show it. */
export function fileView({ id, name, contentType, sizeBytes, createdAt, sentAt }: DisputeFile) {
  return {
    id,
    name,
    content_type: contentType,
    size_bytes: sizeBytes,
    created_at: isoTime(createdAt),
    sent_at: sentAt === null ? null : isoTime(sentAt),
  };
}
