/** Without accents and capitals. */
export function foldText(text: string): string;
/** Without accents, plural and capitals: "devolucao" finds "Devoluções". */
export function fold(term: string): string;
/** The text with our words instead of the typed ones that we don't use. */
export function inOwnWords(text: string): string;
/** Our words for a word of people of which the first letters are typed. */
export function ownWordsFor(letters: string): readonly string[];
