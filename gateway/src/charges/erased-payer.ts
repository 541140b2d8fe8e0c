import type { Payer } from './charge.ts';

/**
 * The mark in place of a payer whose personal data was erased. The document has the form of a CPF,
 * which programs of merchants expect, and its check digits belong to no person.
 */
export const ERASED_PAYER: Payer = {
  name: 'Dados apagados (LGPD)',
  document: '00000000000',
  email: null,
};

/** Whether a payer is the mark of erased data. */
export function isErasedPayer({ name, document }: Pick<Payer, 'name' | 'document'>): boolean {
  return name === ERASED_PAYER.name && document === ERASED_PAYER.document;
}
