import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { encodeDynamicBrCode } from '../../../gateway/src/ground/pix/br-code.ts';
import { signWebhook } from '../../../gateway/src/webhooks/delivery/sign-webhook.ts';
import { openStream } from '../../../gateway/test/support/feed.ts';
import { receivePayment, until } from '../../../gateway/test/support/gateway.ts';
import { checkSignature, type SignedRequest } from '../../src/verify-signature.ts';
import { type Developer, newDeveloper, world } from '../world.ts';

const { gateway } = world;

const SECRET = 'whsec_do_webhook';
const BODY =
  '{"id":"019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72","event":"deposit.paid","data":{"a":"ç"}}';

interface Verdict {
  readonly exitCode: number;
  /** What failed, with its message. */
  readonly faults: readonly (readonly [string, string])[];
}

async function verify(
  developer: Developer,
  { header = signed(BODY), body = BODY, secret = SECRET, more = [] as readonly string[] },
): Promise<Verdict> {
  const words = ['verify', '--header', header, '--body', '@-', '--json', ...more];
  const env = { PIX_WEBHOOK_SECRET: secret };
  const { exitCode, stdout } = await developer.pix(words, { env, input: body });
  const checks: { check: string; ok: boolean; message: string }[] = JSON.parse(stdout).checks;
  const faults = checks.filter(({ ok }) => !ok);
  return { exitCode, faults: faults.map(({ check, message }) => [check, message]) };
}

function signed(body: string, secret = SECRET, ageSeconds = 0): string {
  return signWebhook({
    body,
    secrets: [secret],
    atSeconds: Math.floor(Date.now() / 1_000) - ageSeconds,
  });
}

test('verify accepts an authentic webhook, also with two signatures', async (context) => {
  const developer = await newDeveloper(context);
  assert.equal((await verify(developer, {})).exitCode, 0);
  const two = signWebhook({
    body: BODY,
    secrets: ['whsec_novo', SECRET],
    atSeconds: Math.floor(Date.now() / 1_000),
  });
  assert.equal((await verify(developer, { header: `X-Service-Signature: ${two}` })).exitCode, 0);
});

test('verify says what is wrong: header, time, body or secret', async (context) => {
  const spaced = JSON.stringify(JSON.parse(BODY), undefined, 2);
  const cases: readonly [Partial<SignedRequest>, string, RegExp][] = [
    [{ header: `t=${Date.now()},v1=${'a'.repeat(64)}` }, 'header', /milissegundos/],
    [{ header: 't=1795217252' }, 'header', /falta v1/],
    [{ header: 't=1795217252,v1=abc' }, 'header', /64 dígitos/],
    [{ header: signed(BODY, SECRET, 302) }, 'time', /há 30\d s, e o limite são 300 s/],
    [{ header: signed(BODY, SECRET, -400) }, 'time', /no futuro/],
    [{ body: Buffer.from(`${BODY}\n`) }, 'body', /quebras de linha no fim/],
    [{ body: Buffer.from(spaced) }, 'body', /lido e escrito de novo/],
    [{ body: Buffer.from(BODY.slice(0, -5)) }, 'body', /não é um JSON inteiro/],
    [{ body: Buffer.from(BODY, 'latin1') }, 'body', /não é UTF-8/],
    [{ secret: `"${SECRET}" ` }, 'secret', /espaços ou aspas/],
    [{ header: signed(BODY, 'whsec_outro') }, 'secret', /assinado com outro/],
    [{ header: signed(BODY, 'whsec_alheio') }, 'secret', /segredo é de outro webhook/],
  ];
  for (const [given, check, message] of cases) {
    const checks = checkSignature({
      ...{ header: signed(BODY), body: Buffer.from(BODY), secret: SECRET },
      ...{ now: Date.now(), toleranceSeconds: 300, otherSecrets: { outro: 'whsec_outro' } },
      ...given,
    });
    const fault = checks.find((one) => one.check === check && !one.ok);
    assert.match(fault?.message ?? '', message);
  }
  const developer = await newDeveloper(context);
  const wrong = await verify(developer, { header: signed(BODY, 'whsec_sandbox_publico') });
  assert.deepEqual([wrong.exitCode, wrong.faults.at(-1)?.[0]], [6, 'secret']);
});

test('verify accepts and refuses the same signatures as the SDKs', () => {
  const file = new URL('../../../sdk/behaviours.json', import.meta.url);
  const { webhooks } = JSON.parse(readFileSync(file, 'utf8'));
  for (const one of webhooks) {
    const { name, body, header, secret, now, tolerance_seconds: given, outcome } = one;
    // Of the command line come only texts and whole seconds, and the gateway's own header.
    if (outcome === 'invalid_argument' || 'headers' in one) continue;
    const checks = checkSignature({
      ...{ header: header ?? '', body: Buffer.from(body), secret, otherSecrets: {} },
      ...{ now: now * 1_000, toleranceSeconds: given ?? 300 },
    });
    const isAuthentic = outcome === 'accepted' || outcome === 'invalid_body';
    assert.equal(
      checks.every(({ ok }) => ok),
      isAuthentic,
      name,
    );
  }
});

test('verify --online compares the body with the event and shows where it differs', async (context) => {
  const developer = await newDeveloper(context);
  const stream = await openStream(gateway.url, developer.keys);
  await receivePayment(gateway, developer.keys);
  const body = (await until('the event comes', () => stream.next()))?.data ?? '';
  await stream.close();
  const more = ['--online'];
  assert.equal((await verify(developer, { header: signed(body), body, more })).exitCode, 0);
  const changed = body.replace('"amount":10000', '"amount":90000');
  const { faults } = await verify(developer, { header: signed(body), body: changed, more });
  const [, told = ''] = faults.find(([check]) => check === 'body') ?? [];
  assert.match(told, /veio "90000.*o gateway enviou "10000/);
});

test('decode explains a code field by field, and finds a change and a cut', async (context) => {
  const developer = await newDeveloper(context);
  const url = 'pix.example.com/qr/v2/0123456789';
  const code = encodeDynamicBrCode({ url, merchantName: 'Café', merchantCity: 'São Paulo' });
  const explained = await developer.json(['decode', code]);
  assert.deepEqual([explained.kind, explained.valid, explained.faults], ['dynamic', true, []]);
  const { stdout } = await developer.pix(['decode'], { input: `${code}\n` });
  assert.match(stdout, /25 {2}Endereço da cobrança +pix\.example\.com/);
  const changed = await developer.pix([
    'decode',
    code.replace('CAFE', 'CAVE').replace('Cafe', 'Cave'),
  ]);
  assert.deepEqual([changed.exitCode, /CRC não confere/.test(changed.stdout)], [6, true]);
  const cut = await developer.pix(['decode', code.slice(0, -6)]);
  assert.deepEqual([cut.exitCode, /falta o CRC/.test(cut.stdout)], [6, true]);
  // The static example of the Central Bank's manual.
  const known =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
    '5913Fulano de Tal6008BRASILIA62070503***63041D3D';
  const { kind, valid } = await developer.json(['decode', known]);
  assert.deepEqual([kind, valid], ['static', true]);
});
