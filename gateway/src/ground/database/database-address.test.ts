import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDatabaseAddress } from './database-address.ts';

const SECRET = 'segredo-7f3a';

test('an address lists its servers as libpq reads them', () => {
  const address = readDatabaseAddress(
    `postgres://u:${SECRET}%40,@a,b:5433,[::1]:6000/db?sslmode=require&connect_timeout=2`,
  );
  assert.deepEqual(address, {
    driverUrl: `postgres://u:${SECRET}%40,@a/db?sslmode=require&connect_timeout=2`,
    hosts: [
      { name: 'a:5432', host: 'a', port: 5432 },
      { name: 'b:5433', host: 'b', port: 5433 },
      { name: '[::1]:6000', host: '::1', port: 6000 },
    ],
    target: 'read-write',
    isTargetGiven: true,
    connectTimeoutMs: 2_000,
  });
});

test('an address with one server keeps its parameters for the driver', () => {
  for (const [text, name] of [
    ['postgres://u@a/db', 'a:5432'],
    ['postgresql://a:1/db?target_session_attrs=any', 'a:1'],
    ['postgres://u@/db?host=/var/run/postgresql', '/var/run/postgresql'],
    ['postgres:///db', 'localhost:5432'],
  ] as const) {
    const { driverUrl, hosts, target, isTargetGiven } = readDatabaseAddress(text);
    assert.deepEqual([driverUrl, hosts[0].name], [text, name]);
    assert.deepEqual([target, isTargetGiven], ['read-write', false]);
  }
  const primary = readDatabaseAddress('postgres://a/db?target_session_attrs=primary');
  assert.deepEqual([primary.target, primary.isTargetGiven], ['primary', true]);
});

test('a wrong address says in Portuguese what to do and quotes no password', () => {
  for (const [text, reason] of [
    ['a:5432,b:x/db', /cada servidor é nome ou nome:porta/],
    ['a:5432,,b/db', /cada servidor é nome/],
    ['a,b,a:5432/db', /repetido/],
    ['a,b/db?target_session_attrs=any', /deve ser read-write/],
    ['a,b/db?target_session_attrs=standby', /deve ser read-write/],
    ['a/db?target_session_attrs=prefer-standby', /deve ser read-write/],
    ['/db?host=a,b', /antes da barra/],
    ['a/db?port=1,2', /antes da barra/],
    ['a/db?connect_timeout=0', /de 1 a 60 segundos/],
    [`${Array.from({ length: 17 }, (_, index) => `h${index}`).join()}/db`, /mais de 16/],
  ] as const) {
    assert.throws(
      () => readDatabaseAddress(`postgres://u:${SECRET}@${text}`),
      (error) => {
        assert.ok(error instanceof Error);
        assert.match(error.message, reason, text);
        assert.ok(!error.message.includes(SECRET), text);
        return true;
      },
    );
  }
});
