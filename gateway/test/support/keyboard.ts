import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from './browser.ts';
import { until } from './gateway.ts';

const STEPS_MAX = 60;
/** The element with the focus, and whether it stands in an open dialog. */
const FOCUSED = `(({ activeElement: one }) => ({
  isInDialog: one.closest('[role=dialog]') !== null,
  name: (one.getAttribute('aria-label') ?? one.textContent).trim(),
  isAgain: one.dataset.visited === (one.dataset.visited = 'true'),
}))(document)`;

interface Focused {
  readonly isInDialog: boolean;
  readonly name: string;
  readonly isAgain: boolean;
}

/**
 * Opens a dialog by the button `name` and Enter, checks it with axe, goes around in it by Tab, and
 * closes it by Escape, twice: the focus stays inside and is at the button again after it.
 */
export async function assertDialogWorksByKeyboard(page: Page, name: string): Promise<void> {
  const opener = page.getByRole('button', { name }).first();
  for (const isSecond of [false, true]) {
    await opener.focus();
    await page.keyboard.press('Enter');
    // It gets its name a moment after it is drawn.
    const dialog = page.getByRole('dialog', { name: /./ }).last();
    await dialog.waitFor();
    if (isSecond) {
      await assertAccessible(page, name);
      await goAround(page, name);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await until(`${name}: the focus is at the opener again`, () =>
      opener.evaluate((one) => one === one.ownerDocument.activeElement),
    );
  }
}

async function goAround(page: Page, name: string): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const focused = await page.evaluate<Focused>(FOCUSED);
    assert.ok(focused.isInDialog, `${name}: the focus left to ${focused.name}`);
    if (focused.isAgain) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${name}: Tab doesn't come around`);
}

/** The name of the element with the focus: that of its label, its own, or its text. */
const FOCUSED_NAME = `(({ activeElement: one }) => (one === document.body ? '' :
  one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent)
    .replaceAll('\\u00a0', ' ').trim()
)(document)`;
/** Gathers the texts that appear in live regions, in the order in which they do. */
const HEAR = `(() => {
  const heard = (window.heard = []);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const region = target.closest?.('[aria-live=polite], [role=status]');
      for (const node of addedNodes) if (region) heard.push(node.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
})()`;

/** The name of the element with the focus; empty if the body has it. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate<string>(FOCUSED_NAME);
}

/** Presses Tab until an element with the name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 3 * STEPS_MAX; step += 1) {
    const focused = await focusedName(page);
    if (focused === name) return;
    passed.push(focused);
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab doesn't come to ${name}, but to: ${passed.join(' | ')}`);
}

/** Notes from now on what screen readers are told politely. Before the page is opened. */
export async function hear(page: Page): Promise<void> {
  await page.addInitScript(HEAR);
}

/** Waits until screen readers are told a text, and forgets what they were told until then. */
export async function untilHeard(page: Page, text: string): Promise<void> {
  await until(`“${text}” is told`, () =>
    page.evaluate<boolean>(`window.heard.some((one) => one.includes(${JSON.stringify(text)}))`),
  );
  await page.evaluate('window.heard.length = 0');
}

/** Waits until an element with the name has the focus. */
export async function untilFocused(page: Page, name: string): Promise<void> {
  let focused = '';
  await until(`${name} has the focus`, async () => {
    focused = await focusedName(page);
    return focused === name;
  }).catch((error: unknown) => {
    throw new Error(`${name} has no focus, but: ${focused}`, { cause: error });
  });
}
