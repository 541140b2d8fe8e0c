/** The mark in place of a text about a person whose data was erased. */
export const ERASED_TEXT = 'Texto apagado (LGPD).';
