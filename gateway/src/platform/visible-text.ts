// Control characters and lone surrogates; characters that show as nothing; those that turn the
// direction of what stands beside them; line and paragraph separators; the blank Braille pattern.
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\u2800]/u;
// Inside an emoji these two join and colour its parts.
const EMOJI_JOINTS = /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)[\u200d\ufe0f]+/gu;

/**
 * Whether a text shows as what it is: without characters that are invisible, change the direction
 * of writing or control a screen. PostgreSQL keeps no text of some of them either.
 */
export function isVisibleText(text: string): boolean {
  return !HIDDEN.test(text.replace(EMOJI_JOINTS, ''));
}
