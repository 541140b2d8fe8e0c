import type { Locator, Page } from 'playwright-core';

/** Chooses a file of a batch on the page; returns the step that asks for its columns. */
export async function chooseSheet(page: Page, name: string, content: Buffer): Promise<Locator> {
  const file = { name, mimeType: 'text/csv', buffer: content };
  await page.locator('input[type=file]').first().setInputFiles(file);
  const step = page.getByRole('dialog', { name: 'Colunas do arquivo' });
  await step.waitFor();
  return step;
}

/** Chooses a file of a batch, and sends it with the columns that were recognised. */
export async function sendSheet(page: Page, name: string, content: Buffer): Promise<void> {
  const step = await chooseSheet(page, name, content);
  await step.getByRole('button', { name: 'Conferir arquivo' }).click();
  await step.waitFor({ state: 'detached' });
}
