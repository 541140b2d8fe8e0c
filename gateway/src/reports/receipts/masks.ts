import { formatTaxId } from '#src/ground/pix/tax-id.ts';
import type { Party } from './receipt.ts';

const CPF = /^\d{11}$/;
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;
const HIDDEN = '***';

/** A document as Brazilian banks print it: a CPF without its first and last digits, a full CNPJ. */
export function maskDocument(document: string): string {
  if (!CPF.test(document)) return formatTaxId(document);
  return `${HIDDEN}.${document.slice(3, 6)}.${document.slice(6, 9)}-**`;
}

/** A sender or receiver, masked for the public: `M*** S***`, `***.***.789-**`. */
export function maskParty({ name, document, institution }: Party): Party {
  const initials = name.split(/\s+/).map((word) => `${Array.from(word)[0] ?? ''}${HIDDEN}`);
  return { name: initials.join(' '), document: hideDocument(document), institution };
}

function hideDocument(document: string): string {
  if (CPF.test(document)) return `${HIDDEN}.${HIDDEN}.${document.slice(6, 9)}-**`;
  return `**.${HIDDEN}.${document.slice(5, 8)}/****-**`;
}

/**
 * A Pix key for a receipt. If `isPublic`, a CPF or CNPJ is masked like the document on the receipt,
 * so that they don't complete each other; of other keys only the ends are shown.
 */
export function maskPixKey(pixKey: string, isPublic: boolean): string {
  if (isPublic && isTaxId(pixKey)) return hideDocument(pixKey);
  if (isPublic) return `${pixKey.slice(0, 3)}${HIDDEN}${pixKey.slice(-2)}`;
  return maskDocument(pixKey);
}

function isTaxId(text: string): boolean {
  return CPF.test(text) || CNPJ.test(text);
}
