/** A section of the guide as the search finds it. */
export interface FoundSection {
  /** Its address, as `/guia/webhooks#verificar-a-assinatura`. */
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly terms: readonly string[];
}

declare const indexBrand: unique symbol;
export interface GuideIndex {
  readonly [indexBrand]: true;
}

/** The index of the sections of `busca.json`. */
export function openIndex(entries: readonly object[]): GuideIndex;
/** Sections with all words, then, where they are few, sections with some of them. */
export function find(index: GuideIndex, words: string): readonly FoundSection[];
/** The text around the first word that was found. */
export function excerptOf(section: FoundSection): string;
