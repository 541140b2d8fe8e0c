import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '#src/ground/config/config.ts';
import { misspeltIn, proxyFindings, sandboxFindings } from './check-configuration.ts';

const PUBLIC = { HOST: '0.0.0.0', BASE_URL: 'https://pix.loja.com.br' };

test('TRUST_PROXY without an address gives a warning if clients can reach the port directly', () => {
  const warnings = (env: Record<string, string>) =>
    proxyFindings(loadConfig({ ...PUBLIC, ...env })).map(({ message }) => message);
  for (const TRUST_PROXY of ['true', '2']) {
    const [message = '', ...others] = warnings({ TRUST_PROXY });
    assert.match(message, /^TRUST_PROXY acredita em quem conecta em 0\.0\.0\.0/);
    assert.deepEqual(others, []);
    assert.deepEqual(warnings({ TRUST_PROXY, HOST: '127.0.0.1' }), []);
  }
  assert.deepEqual(warnings({ TRUST_PROXY: '10.0.0.0/8' }), []);
  assert.match(warnings({})[0] ?? '', /TRUST_PROXY é false/);
});

test('a variable that nothing reads is named with the one that was probably meant', () => {
  const env = { METRIC_TOKEN: 'x', SANDBOX_PASWORD: 'y', SHELL: '/bin/sh', HOME: '/', EMPTY: '' };
  assert.deepEqual(
    misspeltIn({ ...env, METRICS_TOKEN: 'x' }).map(({ status, message, advice }) => [
      status,
      message.split(' ')[0],
      advice?.split(' ').at(-1),
    ]),
    [
      ['warning', 'METRIC_TOKEN', 'METRICS_TOKEN'],
      ['warning', 'SANDBOX_PASWORD', 'SANDBOX_PASSWORD'],
    ],
  );
});

test('in production a line says that the public sandbox is open, and how it is closed', () => {
  const found = (env: Record<string, string>) => sandboxFindings(loadConfig(env));
  const [line, ...others] = found({ NODE_ENV: 'production' });
  assert.equal(line?.status, 'ok');
  assert.match(line?.message ?? '', /sandbox.* está aberta.*SANDBOX=off a fecha$/);
  assert.deepEqual(others, []);
  assert.deepEqual(found({ NODE_ENV: 'production', SANDBOX: 'off' }), []);
  assert.deepEqual(found({}), []);
});
