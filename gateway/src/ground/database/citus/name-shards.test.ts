import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameShards } from './name-shards.ts';

const node = {
  ofBucket: new Map([
    ['charges', 'b1.charges_7'],
    ['refunds', 'b1.refunds_8'],
  ]),
  copies: new Map([['merchants', 'merchants_2']]),
  elsewhere: new Set(['mails']),
};

/** The texts of statements with the names of shards. */
const NAMED: Readonly<Record<string, string>> = {
  'select c.id from charges c': 'select c.id from b1.charges_7 c',
  'select charges.id from charges where charges.id = $1 for update of charges':
    'select charges.id from b1.charges_7 as charges where charges.id = $1 for update of charges',
  'insert into charges (id) values ($1) on conflict (id) do update set a = charges.a':
    'insert into b1.charges_7 as charges (id) values ($1) ' +
    'on conflict (id) do update set a = charges.a',
  'update charges c set status = $1 from refunds r where r.id = c.id':
    'update b1.charges_7 c set status = $1 from b1.refunds_8 r where r.id = c.id',
  'delete from charges using refunds as r where r.a is distinct from charges.a':
    'delete from b1.charges_7 as charges using b1.refunds_8 as r ' +
    'where r.a is distinct from charges.a',
  "select 'from charges' from public.merchants m join charges using (id)":
    "select 'from charges' from merchants_2 m join b1.charges_7 as charges using (id)",
  'with due as (select from charges) select from due, unnest($1::row[]) row':
    'with due as (select from b1.charges_7 as charges) select from due, unnest($1::row[]) row',
};

test('a statement names shards, and its tables keep their names as aliases', () => {
  for (const [text, named] of Object.entries(NAMED)) {
    assert.deepEqual(nameShards(text, node), { text: named, isOfBucket: true });
  }
});

test('a statement that only reads copies is not of the bucket', () => {
  const named = { text: 'select m.id from merchants_2 m', isOfBucket: false };
  assert.deepEqual(nameShards('select m.id from merchants m', node), named);
});

test('a statement that needs another server or an unknown name goes through Citus', () => {
  for (const text of [
    'select c.id from charges c join mails m on m.id = c.id',
    'select c.id from charges c, mails m',
    'select c.id from charges c join auth."user" u on true',
    'select c.id from charges c join pg_class k on true',
    'insert into merchants (id) select id from charges c',
    'update merchants m set name = $1 from charges c where c.id = m.id',
    'delete from merchants m using charges c where c.id = m.id',
    'select m.id from merchants m join charges c on true for share of m',
    'select m.id from merchants m for no key update',
    'select c.id from charges c, refunds r',
    'select id as refunds from charges',
    'truncate charges',
    'select 1',
  ]) {
    assert.equal(nameShards(text, node), undefined, text);
  }
});
