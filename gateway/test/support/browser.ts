import assert from 'node:assert/strict';
import chromium from '@sparticuz/chromium';
import axe from 'axe-core';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import type { Cleanup } from './cleanup.ts';
import type { PanelSession } from './panel.ts';

// The package turns these off to save memory. Real browsers check origins.
const FORBIDDEN_ARGS = [
  '--single-process',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  // A graphics card in software, for WebGL: it costs a quarter of the browser's processor time.
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const OWN_ARGS = [
  '--lang=pt-BR',
  '--disable-gpu',
  // A page of a test is too short-lived for code that is optimized: compiling it costs more.
  '--js-flags=--no-opt --no-maglev',
];
/** So long that a loaded machine doesn't reach it. */
const TIMEOUT_MS = 60_000;
/** The rules of axe whose result depends on colours: a page is the same in light and in dark. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const COLORS = `(({ color, backgroundColor }) => color + backgroundColor)(
  getComputedStyle(document.body))`;
const DRAWN = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => Promise.all(document.getAnimations()
    .filter((one) => one instanceof CSSTransition).map((one) => one.finished.catch(() => {}))))
  .then(() => undefined)`;
/** What moves longer than a millisecond, or would: animations, transitions, scrolling. */
const MOVING = `(() => {
  const isLong = (times) => times.split(',').some((time) =>
    Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1_000) > 1);
  const moves = (style) => (style.animationName !== 'none' &&
      (isLong(style.animationDuration) || style.animationIterationCount === 'infinite')) ||
    isLong(style.transitionDuration) || style.scrollBehavior === 'smooth';
  const able = [...document.querySelectorAll('*')].flatMap((one) =>
    [undefined, '::before', '::after'].some((part) => moves(getComputedStyle(one, part)))
      ? [one.tagName + '.' + one.className] : []);
  const running = document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().activeDuration > 1);
  return [...able, ...running.map((one) => String(one.animationName ?? one.transitionProperty))];
})()`;
const DESKTOP = { width: 1280, height: 860 };
export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 740 };
const NARROWEST = { width: 320, height: 740 };

/** The label of the field for a code of the second factor. */
export const CODE = 'Código do aplicativo autenticador';

/** A real Chromium, from an npm package; it closes when the test (or the file) ends. */
export async function openBrowser(context: Cleanup): Promise<Browser> {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((one) => !FORBIDDEN_ARGS.includes(one)), ...OWN_ARGS],
    headless: true,
  });
  context.after(() => browser.close());
  return browser;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PageOptions {
  readonly viewport?: Size;
  readonly colorScheme?: 'light' | 'dark';
  readonly timezoneId?: string;
  readonly locale?: string;
}

/** A page of a browser of its own (no cookie is shared). Errors of the page fail the test. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: options.viewport ?? DESKTOP,
    colorScheme: options.colorScheme ?? 'light',
    locale: options.locale ?? 'pt-BR',
    timezoneId: options.timezoneId ?? 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('close', () => assert.deepEqual(errors, []));
  return page;
}

/** Fails when axe finds a fault on the page as it is now, minor ones and best practice included. */
export async function assertAccessible(
  page: Page,
  name: string,
  rules?: readonly string[],
): Promise<void> {
  // A page keeps axe while its router shows other pages. Reading it takes longer than one check.
  const hasAxe = await page.evaluate<boolean>("typeof window.axe === 'object'");
  if (!hasAxe) await page.evaluate(axe.source);
  const options = {
    // Only violations are described in full, and our pages have no frames of other origins.
    resultTypes: ['violations'],
    iframes: false,
    preload: false,
    ...(rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }),
  };
  const faults = await page.evaluate<string[]>(`axe.run(${JSON.stringify(options)}).then(
    ({ violations }) => violations.map(({ id, nodes }) =>
      id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
  assert.deepEqual(faults, [], name);
}

/** Like `assertAccessible`, in light and in dark. The page must be in light, and is so again. */
export async function assertAccessibleInBoth(page: Page, name: string): Promise<void> {
  await assertAccessible(page, name);
  const light = await page.evaluate<string>(COLORS);
  await showScheme(page, 'dark');
  assert.notEqual(await page.evaluate<string>(COLORS), light, `${name} is dark`);
  await assertAccessible(page, `${name} in dark`, COLOR_RULES);
  await showScheme(page, 'light');
}

async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await waitUntilDrawn(page);
}

/** Fails when the page is wider than its window, so that a phone would scroll sideways. */
export async function assertFitsWidth(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`);
}

/**
 * Like `assertFitsWidth` on the narrowest window that WCAG asks for (1.4.10), in a page of a larger
 * one, which it has again later. A zoom of 200 % is a window of half the width, wider than this.
 */
export async function assertFitsPhone(page: Page, name: string): Promise<void> {
  await inWindow(page, NARROWEST, () => assertFitsWidth(page, name));
}

/**
 * Runs checks of the layout in a window as large as a desk's and in one as small as a phone's: in
 * the page's own first, which it has again later. So a story that is the same on both is told once.
 */
export async function assertOnDeskAndPhone(
  page: Page,
  name: string,
  ...checks: readonly ((page: Page, name: string) => Promise<void>)[]
): Promise<void> {
  for (const check of checks) await check(page, name);
  const isNarrow = (page.viewportSize()?.width ?? DESK.width) <= PHONE.width;
  const other = isNarrow ? DESK : PHONE;
  await inWindow(page, other, async () => {
    for (const check of checks) await check(page, `${name} at ${other.width} px`);
  });
}

/** Runs a check while the page has a window of another size. */
async function inWindow(page: Page, size: Size, check: () => Promise<void>): Promise<void> {
  const own = page.viewportSize();
  await resize(page, size);
  await check();
  if (own) await resize(page, own);
}

/** Waits until what changed before is drawn, with its transitions. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await page.evaluate(DRAWN);
}

/** Changes the size of the window, and waits until the page is drawn in it. */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await waitUntilDrawn(page);
}

/** Like `assertFitsWidth`, with text of twice the size but the same window. */
export async function assertFitsLargeText(page: Page, name: string): Promise<void> {
  const setSize = async (size: string) => {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
    await waitUntilDrawn(page);
  };
  await setSize('200%');
  await assertFitsWidth(page, `${name} with large text`);
  await setSize('');
}

/** Fails when something moves or may move on a page whose reader has asked for reduced motion. */
export async function assertStill(page: Page, name: string): Promise<void> {
  assert.deepEqual(await page.evaluate<string[]>(MOVING), [], `${name} moves`);
}

/** Opens an address of the panel and waits until all its content is loaded. */
export async function openLoaded(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilLoaded(page);
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

/**
 * Shows another page of the panel by the router of this one, so that nothing is loaded again, and
 * waits until all its content is loaded. It must not be the same page with another id.
 */
export async function showPage(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) {
    const before = await page.getByRole('heading', { level: 1 }).elementHandle();
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`);
    await before?.waitForElementState('hidden');
  }
  await waitUntilLoaded(page);
}

/** Holds the requests of a page for some addresses back; returns the function that lets them go. */
export async function holdBack(page: Page, addresses: string): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

/** Logs in by the form, as a person does. */
export async function logInByForm(
  page: Page,
  url: string,
  account: { email: string; password: string },
): Promise<void> {
  await page.goto(`${url}/entrar`);
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Senha', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/\/(painel|operador)/);
}

/** Gives the browser the cookies of a session that was opened without it. */
export async function continueSession(
  page: Page,
  url: string,
  session: PanelSession,
): Promise<void> {
  const { hostname } = new URL(url);
  const cookies = session
    .cookie()
    .split('; ')
    .map((one) => {
      const [name = '', value = ''] = one.split(/=(.*)/s);
      return { name, value, domain: hostname, path: '/' };
    });
  await page.context().addCookies(cookies);
}
