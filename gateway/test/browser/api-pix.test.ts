import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { selfSigned } from '../banking/certificates.ts';
import { TEST_KEY } from '../support/api-pix.ts';
import {
  assertAccessible,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway(
  { after },
  { env: { TRUST_PROXY: 'loopback', API_PIX_CLIENT_CERTIFICATE_HEADER: 'X-Client-Cert' } },
);
const browser = await openBrowser({ after });

test('a merchant reads what to type into its ERP, splits and tests it', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const partner = await createMerchantWithKeys(gateway);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/api-pix`);
  const erp = page.getByRole('region', { name: 'O que digitar no ERP' });
  await erp.getByText(/\/pix\/v2$/).waitFor();
  await erp.getByText(keys['client-id']).waitFor();
  await erp.getByText(TEST_KEY).waitFor();
  await assertOnDeskAndPhone(page, 'api pix', assertFitsWidth, assertAccessible);

  const saving = page.waitForEvent('download');
  await erp.getByRole('button', { name: 'Baixar como .txt' }).click();
  const file = readFileSync(await (await saving).path(), 'utf8');
  assert.match(file, /Endereço da API \(URL base\): http\S+\/pix\/v2\r\n/);
  assert.ok(file.includes(`Client ID: ${keys['client-id']}\r\n`));
  assert.ok(!file.includes(keys['client-secret']));

  const split = page.getByRole('region', { name: 'Divisão automática' });
  await split.getByRole('button', { name: 'Adicionar lojista ao split' }).click();
  await split.getByLabel('Nome de usuário').fill(partner.username);
  await split.getByLabel('Percentual').fill('10');
  await split.getByRole('button', { name: 'Salvar divisão' }).click();
  await page.getByText('Divisão salva.').waitFor();

  const trial = page.getByRole('region', { name: 'Testar' });
  await trial.getByLabel('Client Secret').fill('um-segredo-errado');
  await trial.getByRole('button', { name: 'Testar' }).click();
  await trial.getByText('POST /pix/oauth/token: resposta 401').waitFor();
  await trial.getByText('Não funcionou.').waitFor();
  await trial.getByLabel('Client Secret').fill(keys['client-secret']);
  await trial.getByRole('button', { name: 'Testar' }).click();
  await trial.getByText('POST /pix/v2/cob: resposta 201').waitFor();
  await trial.getByText('Funcionou').waitFor();
  await assertOnDeskAndPhone(page, 'api pix, teste', assertFitsWidth, assertAccessible);
  const list = await gateway.call<{ data: { amount: number; split: unknown[] }[] }>(
    'GET',
    '/v1/transactions?type=charge',
    { keys },
  );
  assert.deepEqual(list.body.data[0]?.amount, 100);
  assert.deepEqual(
    list.body.data[0]?.split.map((share) => Object(share).username),
    [partner.username],
  );
  await page.close();
});

test('a merchant registers the certificate of its ERP, and removes it', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/api-pix`);
  const certificates = page.getByRole('region', { name: 'Entrar com certificado' });
  const field = certificates.getByLabel('Certificado do ERP');
  const { certificate, key } = selfSigned('ERP da padaria');
  await field.fill(`${certificate}${key}`);
  await certificates.getByRole('button', { name: 'Cadastrar certificado' }).click();
  await certificates.getByText('O texto tem uma chave privada').waitFor();
  await field.fill(certificate.toString());
  await certificates.getByRole('button', { name: 'Cadastrar certificado' }).click();
  await certificates.getByText('CN=ERP da padaria').waitFor();
  await assertOnDeskAndPhone(page, 'api pix, certificado', assertFitsWidth, assertAccessible);
  await certificates.getByRole('button', { name: 'Remover certificado' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover certificado' }).click();
  await page.getByText('Certificado removido.').waitFor();
  await certificates.getByText('CN=ERP da padaria').waitFor({ state: 'detached' });
  await page.close();
});
