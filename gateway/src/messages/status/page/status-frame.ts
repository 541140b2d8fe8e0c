import type { Language } from '#src/ground/http/language.ts';

/** Data of every page of the status. */
export interface StatusFrame {
  readonly language: Language;
  /** The platform's name. */
  readonly productName: string;
  readonly supportUrl: string | undefined;
  readonly hasBank: boolean;
}
