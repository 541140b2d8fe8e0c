import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, firefox } from 'playwright-core';
import type { Cleanup } from './cleanup.ts';

const NAMES = ['firefox-esr', 'firefox'];
/** Playwright sets the looks of each page by it; the ESR of 2026 doesn't have it yet. */
const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride';
const PREFERENCES = { 'ui.prefersReducedMotion': 1, 'ui.systemUsesDarkTheme': 0 };

/** The installed Firefox; undefined without one. */
export const FIREFOX = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find((path) => existsSync(path));

interface Session {
  send(command: string, parameters: unknown): Promise<unknown>;
}

/** A part of Playwright's own objects behind those that it hands out. */
interface Internals {
  readonly _connection: { toImpl(browser: Browser): { readonly _browserSession: Session } };
}

/**
 * The installed Firefox, driven by WebDriver BiDi as it is: Playwright's own protocol needs a
 * patched one. It closes when the test (or the file) ends.
 */
export async function openFirefox(context: Cleanup, executablePath: string): Promise<Browser> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    headless: true,
    firefoxUserPrefs: PREFERENCES,
  });
  context.after(() => browser.close());
  const { _connection: connection } = browser as unknown as Internals;
  const { _browserSession: session } = connection.toImpl(browser);
  const send = session.send.bind(session);
  session.send = async (command, parameters) =>
    command === UNKNOWN_COMMAND ? {} : send(command, parameters);
  return browser;
}
