import type { Page } from 'playwright-core';
import { assertAccessibleInBoth } from './browser.ts';
import { FILES, PERSON } from './kyc.ts';

async function choose(page: Page, kind: string, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: `Escolher arquivo para ${kind}` }).click();
  const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'image/png';
  await (await chooser).setFiles({ name, mimeType, buffer });
  await page.getByRole('button', { name: `Remover ${name}` }).waitFor();
}

/** Fills in a person's application, first with a wrong CPF and then with the right one. */
export async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Nome completo').fill(PERSON.legal_name);
  await page.getByLabel('CPF').fill('52998224724');
  await page.getByLabel('Data de nascimento').fill('1990-05-17');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await page.getByText('informe um CPF válido').waitFor();
  await page.getByLabel('CPF').fill('52998224725');
  await page.getByLabel('Nome completo').focus();
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  for (const [label, text] of [
    ['CEP', '01310100'],
    ['Rua ou avenida', 'Avenida Paulista'],
    ['Número', '1000'],
    ['Bairro', 'Bela Vista'],
    ['Cidade', 'São Paulo'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByLabel('Estado').selectOption('SP');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
}

/** Adds the documents that a person has to send. */
export async function addDocuments(page: Page): Promise<void> {
  await choose(page, 'Documento de identidade: frente', 'frente.png', FILES.png);
  await choose(page, 'Documento de identidade: verso', 'verso.png', FILES.png);
  await choose(page, 'Selfie com o documento', 'selfie.png', FILES.png);
  await page.getByRole('button', { name: 'Revisão e envio' }).click();
  await page.getByRole('button', { name: 'Comprovante de endereço' }).click();
  await choose(page, 'Comprovante de endereço', 'conta.pdf', FILES.pdf);
  await page.getByRole('button', { name: 'Ver conta.pdf', exact: true }).click();
  await page.getByTitle('PDF: conta.pdf').waitFor();
  await assertAccessibleInBoth(page, 'documento enviado');
  await page.keyboard.press('Escape');
}
