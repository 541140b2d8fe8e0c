// Control characters and lone surrogates; invisible characters; characters that change the
// direction of text; line and paragraph separators; the blank Braille pattern.
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\u2800]/u;
// Inside an emoji these two characters join its parts and select its colour.
const EMOJI_JOINTS = /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)[\u200d\ufe0f]+/gu;

/**
 * Whether a text has only visible characters: none that are invisible, change the direction of
 * writing or control a screen. PostgreSQL can't store some of these either.
 */
export function isVisibleText(text: string): boolean {
  return !HIDDEN.test(text.replace(EMOJI_JOINTS, ''));
}
