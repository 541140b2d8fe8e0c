import type { Readable } from 'node:stream';
import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { AttachedFile, AttachedFiles } from '#src/ground/mail/attached-files.ts';
import type { PaperBrand } from '#src/ground/pdf/paper-head.ts';
import { type DueTotals, NO_DUE } from '../statements/movements/due-totals.ts';
import type { FileRequest } from '../statements/movements/file-request.ts';
import { movementFile } from '../statements/movements/movement-files.ts';
import { parsePeriod } from '../statements/statement-period.ts';
import type { ClosingFormat } from './closing-mail.ts';
import { closingMailTexts } from './texts/closing-mail-texts.ts';

/** Which files a mail has. */
interface AttachedClosing {
  readonly merchantId: string;
  /** The first and the last day: `2026-11-01`, `2026-11-30`. */
  readonly from: string;
  readonly to: string;
  readonly formats: readonly ClosingFormat[];
  readonly language: Language;
}

export interface ClosingFilesDeps extends DatabaseAndClock<Queryable> {
  /** The platform's name. */
  readonly productName: string;
  readonly readPaperBrand: () => Promise<PaperBrand>;
  /** The most bytes of all files of a mail. */
  readonly bytesMax: number;
}

/** The name by which a mail keeps its files until it is sent. */
export function attachedName(closing: AttachedClosing): string {
  return JSON.stringify(closing);
}

/** Which files a mail has, from their name. */
export function readAttachedName(name: string): AttachedClosing {
  return JSON.parse(name) as AttachedClosing;
}

/**
 * Makes the files of a closing that a mail names, in the order of the formats. A file with which
 * they would be larger than `bytesMax` is left out, and the note names it. The note also has the
 * sums of the paid charges with a due date.
 */
export async function makeClosingFiles(
  { database, clock, productName, readPaperBrand, bytesMax }: ClosingFilesDeps,
  name: string,
): Promise<AttachedFiles> {
  const { merchantId, from, to, formats, language } = readAttachedName(name);
  const merchant = await findMerchantById(database, merchantId);
  if (!merchant) throw new Error('a mail has the closing of an unknown merchant');
  const scope = { merchantId, environment: 'live' } as const;
  const parsed = parsePeriod(scope, { from, to }, clock);
  const brand = { productName, readPaperBrand };
  const request = { ...parsed, ...brand, merchant, now: clock.now(), language };
  const files: AttachedFile[] = [];
  const leftOut: string[] = [];
  let bytesLeft = bytesMax;
  let due = NO_DUE;
  for (const format of formats) {
    const file = await fileUpTo(database, { ...request, format }, bytesLeft);
    if (file) {
      files.push(file.attached);
      due = file.due;
    } else leftOut.push(closingMailTexts[language].files[format]);
    bytesLeft -= file?.attached.content.length ?? 0;
  }
  const texts = closingMailTexts[language];
  const notes = [
    ...(due.count > 0 ? [texts.due(due)] : []),
    ...(leftOut.length > 0 ? [texts.tooLarge(leftOut.join(', '))] : []),
  ];
  return notes.length === 0 ? { files } : { files, note: notes.join('\n\n') };
}

/** A file of up to `bytesMax`; undefined for a larger one. */
async function fileUpTo(
  database: Queryable,
  request: FileRequest,
  bytesMax: number,
): Promise<{ attached: AttachedFile; due: DueTotals } | undefined> {
  try {
    const file = await movementFile(database, request);
    const content = await readUpTo(file.content, bytesMax);
    const { name: filename, type: contentType } = file;
    return content && { attached: { filename, contentType, content }, due: file.due() };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'export_too_large') return undefined;
    throw error;
  }
}

async function readUpTo(content: Readable, bytesMax: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    const part = Buffer.from(chunk as string | Buffer);
    length += part.length;
    // Leaving the loop ends the stream and its reads.
    if (length > bytesMax) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
