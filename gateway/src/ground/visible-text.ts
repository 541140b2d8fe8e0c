// Control characters and lone surrogates; invisible characters; characters that change the
// direction of text; line and paragraph separators; the blank Braille pattern.
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\u2800]/u;
// Inside an emoji two characters join its parts and select its colour (UTS #51); a keycap is a
// digit, `#` or `*` in colour; the flags of England, Scotland and Wales are a black flag with tags.
const EMOJI_JOINTS = /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)[\u200d\ufe0f]+/gu;
const KEYCAPS = /[0-9#*]\ufe0f\u20e3/gu;
const TAGGED_FLAGS = new RegExp(['gbeng', 'gbsct', 'gbwls'].map(taggedFlag).join('|'), 'gu');

/**
 * Whether a text has only visible characters: none that are invisible, change the direction of
 * writing or control a screen. PostgreSQL can't store some of these either.
 */
export function isVisibleText(text: string): boolean {
  if (!HIDDEN.test(text)) return true;
  const bare = text.replace(KEYCAPS, '').replace(TAGGED_FLAGS, '').replace(EMOJI_JOINTS, '');
  return !HIDDEN.test(bare);
}

function taggedFlag(region: string): string {
  const tags = [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  return `\u{1f3f4}${tags.join('')}\u{e007f}`;
}
