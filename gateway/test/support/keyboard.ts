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
