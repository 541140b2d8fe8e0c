import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { continueSession, openPage, type PageOptions } from '../../test/support/browser.ts';
import type { PanelSession } from '../../test/support/panel.ts';
import type { Visit } from './visits.ts';

const SETTLE_MS = 400;
const SMALL_PHONE = { width: 360, height: 640 };

export const LOOKS = {
  claro: {},
  escuro: { colorScheme: 'dark' },
  celular: { viewport: SMALL_PHONE },
  english: { locale: 'en-US' },
} as const satisfies Record<string, PageOptions>;

export type Look = keyof typeof LOOKS;

/** Draws pages in some looks into a folder: `nome-claro.png`. Prints the names of those that fail. */
export async function drawAll(
  browser: Browser,
  { url, folder, looks }: { url: string; folder: string; looks: readonly Look[] },
  { session, visits }: { session?: PanelSession; visits: readonly Visit[] },
): Promise<void> {
  for (const look of looks) {
    const page = await openPage(browser, LOOKS[look]);
    if (session) await continueSession(page, url, session);
    for (const { name, path, act, isWhole = false } of visits) {
      try {
        await page.goto(url + path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
        // Parts that are loaded after the page, such as menus of rows, and what an act opens.
        await page.waitForTimeout(SETTLE_MS);
        await act?.(page);
        await page.waitForTimeout(SETTLE_MS);
        await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: isWhole });
      } catch (error) {
        console.error(`${name} (${look}) was not drawn: ${String(error).split('\n')[0]}`);
      }
    }
    await page.context().close();
  }
}
