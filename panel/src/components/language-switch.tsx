import { Button } from '@mantine/core';
import { common } from '#panel/texts/common.ts';
import { type Language, language } from '#panel/texts/language.ts';

const YEAR_SECONDS = 31_536_000;

/** The language that the switch offers: the one that the page isn't in. */
export const otherLanguage: Language = language === 'en' ? 'pt-BR' : 'en';

/** Stores the language for the server and loads the page again in it. */
export function chooseLanguage(chosen: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // Every process reads the cookie, also for errors and files. The Cookie Store API needs https.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `language=${chosen}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  waitUntilStored();
  location.reload();
}

/**
 * A browser may store a cookie a little later than it is written (Chromium does), and a reload
 * would be sent with the old one. To read the cookies it must store the new one first.
 */
function waitUntilStored(): string {
  return document.cookie;
}

/** A button that shows the panel in the other language. */
export function LanguageSwitch() {
  return (
    <Button variant="default" lang={otherLanguage} onClick={() => chooseLanguage(otherLanguage)}>
      {common.otherLanguage}
    </Button>
  );
}
