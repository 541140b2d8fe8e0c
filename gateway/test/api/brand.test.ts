import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from '#src/ground/config/config.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';
import { startMailServer } from '../support/mail-server.ts';
import { PASSWORD, signIn } from '../support/panel.ts';
import { pdfTexts } from '../support/pdf-texts.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const NAME = 'Pagadora & Cia Ltda';
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"><title>Pagadora</title></svg>';
const OWN = /.{0,40}pix[-_ ]gateway.{0,40}/gi;
/** Names that programs use: they are a contract, and stay. */
const CONTRACTS = [
  /pix-gateway-sdk|pix-gateway\/sdk|\bpix_gateway\b|pix_gateway_sdk/g, // packages of the SDKs
  /pix-gateway\.internal\b/g, // the module of the SDK for Go
  /pix-gateway-cli-[\w.-]+tgz/g, // the package of the command for developers
  /PIX_GATEWAY_[A-Z_]+/g, // variables of the SDKs and of the plug-in
  /wp-json\/pix-gateway\/v1|fonte (<code>|`)?pix-gateway/g, // the plug-in for WooCommerce
  /Pagamentos → (\*\*|<strong>)?Pix Gateway/g, // its name in the shop's settings
  // Messages to a shop's page.
  /\^?\bpix-gateway\\?\.(\(|\$\{|paid|height|expired|canceled|refunded)/g,
];

const mailServer = await startMailServer({ after });
const folder = await mkdtemp(join(tmpdir(), 'brand-'));
after(() => rm(folder, { recursive: true }));
await writeFile(join(folder, 'logo.svg'), LOGO);
const env = {
  BRAND_NAME: NAME,
  BRAND_COLOR: '#0b5cab',
  BRAND_LOGO: join(folder, 'logo.svg'),
  BRAND_SUPPORT: 'ajuda@pagadora.example',
  SECURITY_CONTACT: 'seguranca@pagadora.example',
  BRAND_TERMS_URL: 'https://pagadora.example/termos',
  BRAND_PRIVACY_URL: 'https://pagadora.example/privacidade',
  SMTP_URL: mailServer.url,
};
const gateway = await startGateway({ after }, { env });

/** Fails where a text names the gateway itself. */
function assertBranded(place: string, text: string): void {
  const rest = CONTRACTS.reduce((left, contract) => left.replaceAll(contract, ''), text);
  assert.deepEqual([...rest.matchAll(OWN)].map(String), [], place);
}

async function read(path: string, options: { keys?: Keys; accept?: string } = {}) {
  const headers = { accept: options.accept ?? '*/*', ...options.keys };
  const answer = await fetch(gateway.url + path, { headers });
  const body = Buffer.from(await answer.arrayBuffer());
  assertBranded(`headers of ${path}`, JSON.stringify([...answer.headers]));
  assertBranded(path, body.toString());
  return { status: answer.status, body, text: body.toString() };
}

async function paidCharge(webhookUrl: string): Promise<string> {
  const body = { ...CHARGE, webhook_url: webhookUrl };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body });
  const id = String(created.body.internal_id);
  await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys: SANDBOX_KEYS, body: {} });
  return id;
}

test('browsers, search engines and finders of faults get what they ask every site for', async () => {
  assert.equal((await read('/favicon.ico')).text, LOGO);
  assert.match((await read('/robots.txt')).text, /^Disallow: \/$/m);
  const contact = (await read('/.well-known/security.txt')).text;
  const [, expires = ''] = /^Expires: (.+)$/m.exec(contact) ?? [];
  assert.ok(contact.startsWith('Contact: mailto:seguranca@pagadora.example\n'));
  assert.match(contact, /^Canonical: https?:\/\/\S+\/\.well-known\/security\.txt$/m);
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  assert.ok(days > 100 && days < 365, expires);
  const config = (more: object) => loadConfig({ BRAND_SUPPORT: 'a@b.example', ...more }).brand;
  assert.equal(config({}).securityUrl, 'mailto:a@b.example');
  assert.throws(() => config({ SECURITY_CONTACT: 'ninguém' }), /SECURITY_CONTACT inválida/);
});

test('no page, asset, document or header names the gateway when another name is set', async () => {
  const assets = await readdir(join(ROOT, 'panel', 'dist', 'assets'));
  const guide = await readdir(join(ROOT, 'guide', 'dist'), { recursive: true });
  const paths = [
    '/',
    '/entrar',
    '/painel',
    '/icon.svg',
    '/docs',
    '/openapi.json',
    '/guia',
    '/llms.txt',
    '/docs/cobrancas',
    '/docs/webhooks-recebidos',
    '/docs/erros',
    '/docs/busca.json',
    '/embed.js',
    '/comprovante',
    '/v1/nada',
    '/api/panel/test/overview',
    '/readyz',
    ...assets
      // The operators' manual describes the gateway itself.
      .filter((name) => /\.(js|css)$/.test(name) && !name.startsWith('operating-'))
      .map((name) => `/assets/${name}`),
    ...guide
      .filter((name) => /\.(html|md|txt|json|js|css)$/.test(name) && !/^(bruno|sdk\/)/.test(name))
      .filter((name) => name !== 'llms.txt')
      // The pages of all errors are made alike.
      .filter((name) => !name.startsWith('erros/') || name.includes('invalid_json'))
      .map((name) => `/guia/${name.replace(/\.html$/, '')}`),
  ];
  for (const path of paths) await read(path);
  await read('/nada', { accept: 'text/html' });
  for (const path of ['/entrar', '/docs', '/guia']) {
    const { text } = await read(path);
    assert.ok(text.includes('Pagadora &amp; Cia Ltda'), path);
  }
  assert.equal((await read('/icon.svg')).text, LOGO);
  // The colour as it is on light paper, and lighter, with a contrast of 4.5, on dark paper.
  assert.match((await read('/brand.css')).text, /--brand:light-dark\(#0b5cab,#[5-9a-f]/);
});

test('the payment page, receipt, statement, webhook and errors of a merchant have the other name', async () => {
  const sink = await startWebhookSink({ after });
  const id = await paidCharge(sink.url);
  await read(`/pagar/${id}`);
  await read(`/pagar/${id}?embed=1`);
  const receipt = await read(`/v1/transactions/${id}/receipt`, { keys: SANDBOX_KEYS });
  assert.ok(pdfTexts(receipt.body).join('\n').includes(NAME));
  const day = new Date(gateway.clock.now() - 3 * 3_600_000).toISOString().slice(0, 10);
  const path = `/v1/statement?format=ofx&from=${day}&to=${day}`;
  const statement = await read(path, { keys: SANDBOX_KEYS });
  assert.match(statement.text, /<BANKID>PAGADORAC</);
  const first = await until('a webhook', async () => sink.received[0]);
  assert.match(String(first.headers['user-agent']), /^Pagadora-Cia-Ltda\/\d/);
  assertBranded('webhook', JSON.stringify(first));
});

test('mails and the authenticator have the other name, and mails have its look', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  assertBranded('cookies', session.cookie());
  const body = { password: PASSWORD };
  const offer = await session.call('POST', '/api/account/second-factor', { body });
  assert.match(String(offer.body.otpauth_uri), /issuer=Pagadora/);
  assertBranded('second factor', offer.text);
  await gateway.call('POST', '/api/account/password-reset', {
    body: { email: session.email },
  });
  const mail = await until('a mail', async () => mailServer.messages[0]);
  assertBranded('mail', mail);
  assert.match(mail, /^From: "?Pagadora & Cia Ltda"? </m);
  assert.match(mail, /multipart\/alternative/);
  const written = mail.replaceAll('=\n', '').replaceAll('=3D', '=');
  assert.match(written, /background:#0b5cab/);
  assert.match(written, /href="mailto:ajuda@pagadora\.example"/);
});

for (const [name, value, message] of [
  ['BRAND_COLOR', '#ffd400', /mais escuro da mesma cor: #[0-9a-f]{6}$/],
  ['BRAND_COLOR', 'blue', /BRAND_COLOR inválida/],
  ['BRAND_NAME', '<b>Pagadora</b>', /BRAND_NAME inválida/],
  ['BRAND_SUPPORT', 'javascript:alert(1)', /BRAND_SUPPORT inválida/],
  ['BRAND_LOGO', join(folder, 'none.svg'), /não foi possível ler/],
  ['BRAND_LOGO', join(folder, 'active.svg'), /o SVG tem script/],
  ['BRAND_LOGO', join(folder, 'logo.txt'), /esperado um SVG ou PNG/],
] as const) {
  test(`a wrong ${name} (${value.slice(-20)}) stops the start and is named`, async () => {
    await writeFile(join(folder, 'active.svg'), '<svg><script>alert(1)</script></svg>');
    await writeFile(join(folder, 'logo.txt'), 'no image');
    assert.throws(() => loadConfig({ [name]: value }), message);
  });
}

test('the darker colour of the message is accepted', () => {
  let text = '';
  try {
    loadConfig({ BRAND_COLOR: '#ffd400' });
  } catch (error) {
    text = String(error);
  }
  const darker = /#[0-9a-f]{6}$/.exec(text)?.[0] ?? '';
  assert.equal(loadConfig({ BRAND_COLOR: darker }).brand.color, darker);
});

test('the payer’s page has the platform’s name, colour, support, terms and privacy', async () => {
  const created = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: SANDBOX_KEYS,
    body: CHARGE,
  });
  const { text } = await read(`/pagar/${String(created.body.internal_id)}`);
  assert.match(text, /Processado por Pagadora &amp; Cia Ltda\./);
  assert.match(text, /:root{--brand:#0b5cab;--on-brand:#fff}/);
  for (const address of [
    'mailto:ajuda@pagadora.example',
    'https://pagadora.example/termos',
    'https://pagadora.example/privacidade',
  ]) {
    assert.ok(text.includes(`href="${address}"`), address);
  }
});
