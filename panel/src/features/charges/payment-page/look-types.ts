import type { Answer } from '#panel/api/answer.ts';

export const LOOK_PATH = '/api/panel/payment-page';

/** The look of a merchant's payment page. */
export type Look = Answer<typeof LOOK_PATH>;

/** The form's values. Without `usesColor` the buttons have the platform's colour. */
export interface LookValues {
  readonly description: string;
  readonly usesColor: boolean;
  readonly color: string;
  readonly return_url: string;
  readonly support_contact: string;
  readonly may_renew: boolean;
}

const COLOR_DEFAULT = '#087355';

export function valuesOf(look: Look): LookValues {
  return {
    description: look.description ?? '',
    usesColor: look.color !== null,
    color: look.color ?? COLOR_DEFAULT,
    return_url: look.return_url ?? '',
    support_contact: look.support_contact ?? '',
    may_renew: look.may_renew,
  };
}

/** The body of the change. An empty text removes the value. */
export function bodyOf({ usesColor, color, ...texts }: LookValues) {
  const filled = (text: string) => text.trim() || null;
  return {
    description: filled(texts.description),
    color: usesColor ? color : null,
    return_url: filled(texts.return_url),
    support_contact: filled(texts.support_contact),
    may_renew: texts.may_renew,
  };
}
