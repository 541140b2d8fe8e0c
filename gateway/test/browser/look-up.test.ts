import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { continueSession, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { startGateway } from '../support/gateway.ts';
import { PERSON, signUpMerchant } from '../support/kyc.ts';

/** A public source that knows one CEP. */
const source = createServer((_request, response) => {
  const found = { cep: '01310-100', logradouro: 'Avenida Paulista', bairro: 'Bela Vista' };
  response.end(JSON.stringify({ ...found, localidade: 'São Paulo', uf: 'SP' }));
});
await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
after(() => void source.close());
const root = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
const gateway = await startGateway({ after }, { env: { CEP_LOOKUP_URL: `${root}/{cep}` } });
const browser = await openBrowser({ after });

test('a CEP fills in the empty fields of the address, and keeps what the person typed', async () => {
  const { session } = await signUpMerchant(gateway);
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/cadastro`);
  await page.getByLabel('Nome completo').fill(PERSON.legal_name);
  await page.getByLabel('CPF').fill('52998224725');
  await page.getByLabel('Data de nascimento').fill('1990-05-17');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await page.getByLabel('Bairro', { exact: true }).fill('Centro');
  await page.getByLabel('CEP', { exact: true }).fill('01310100');
  await page.getByLabel('CEP', { exact: true }).blur();
  const street = page.getByLabel('Rua ou avenida', { exact: true });
  await page.waitForFunction(
    (input) => input instanceof HTMLInputElement && input.value !== '',
    await street.elementHandle(),
  );
  assert.equal(await street.inputValue(), 'Avenida Paulista');
  assert.equal(await page.getByLabel('Cidade', { exact: true }).inputValue(), 'São Paulo');
  assert.equal(await page.getByLabel('Estado').inputValue(), 'SP');
  assert.equal(await page.getByLabel('Bairro', { exact: true }).inputValue(), 'Centro');
  await page.close();
});
