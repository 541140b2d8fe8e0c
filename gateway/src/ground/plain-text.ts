const ACCENTS = /\p{Diacritic}/gu;

/** A text without accents, capitals and outer spaces, by which the texts of files are compared. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').trim().toLowerCase();
}
