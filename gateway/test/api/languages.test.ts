import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SANDBOX_KEYS, startGateway } from '../support/gateway.ts';

const gateway = await startGateway({ after });

async function pageIn(headers: Record<string, string>) {
  const response = await fetch(`${gateway.url}/entrar`, { headers });
  const lang = /<html lang="([^"]*)">/.exec(await response.text())?.[1];
  assert.equal(response.headers.get('content-language'), lang);
  assert.match(response.headers.get('vary') ?? '', /accept-language, cookie/);
  return lang;
}

test('the panel answers in the language of the browser, or in the chosen one', async () => {
  assert.equal(await pageIn({}), 'pt-BR');
  assert.equal(await pageIn({ 'accept-language': 'en-US,en;q=0.9' }), 'en');
  assert.equal(await pageIn({ 'accept-language': 'fr' }), 'pt-BR');
  const choice = { 'accept-language': 'pt-BR', cookie: 'language=en' };
  assert.equal(await pageIn(choice), 'en');
});

async function errorIn(language: string | undefined, keys: object = SANDBOX_KEYS) {
  const response = await fetch(`${gateway.url}/v1/pix/qrcode`, {
    method: 'POST',
    headers: {
      ...keys,
      'content-type': 'application/json',
      ...(language && { 'accept-language': language }),
    },
    body: JSON.stringify({ amount: 0, payer: { name: 'Ana', document: '1' }, split: 3 }),
  });
  const { code, message, details } = (await response.json()) as Record<string, unknown>;
  return { code, message, details, language: response.headers.get('content-language') };
}

test('an error is in the language that the request asks for, and its code stays', async () => {
  const portuguese = await errorIn(undefined);
  const english = await errorIn('en-US,pt;q=0.5');
  assert.deepEqual(await errorIn('fr-FR'), portuguese);
  assert.deepEqual(await errorIn('en;q=0.2, pt-BR;q=0.9'), portuguese);
  assert.equal(portuguese.language, 'pt-BR');
  assert.equal(english.language, 'en');
  assert.equal(english.code, portuguese.code);
  assert.equal(english.message, 'The request has invalid fields; see each one in details.');
  assert.deepEqual(
    (english.details as { field: string }[]).map(({ field }) => field),
    (portuguese.details as { field: string }[]).map(({ field }) => field),
  );
  assert.match(JSON.stringify(english.details), /must be at least 1/);
  const noKeys = await errorIn('en', { 'client-id': 'x' });
  assert.match(String(noKeys.message), /^The headers client-id/);
});

test('the panel’s errors and pages of errors are in English too', async () => {
  const headers = { 'accept-language': 'en', accept: 'text/html' };
  const panel = await fetch(`${gateway.url}/api/panel/test/overview`, { headers });
  assert.match(await panel.text(), /Log in to the panel to continue\./);
  const page = await fetch(`${gateway.url}/nowhere`, { headers });
  assert.match(await page.text(), /Page not found/);
});
