import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isInRanges, parseAddressRange } from './address-range.ts';

test('an address or network is written in its shortest form', () => {
  for (const [text, expected] of [
    ['10.1.2.3', '10.1.2.3'],
    [' 10.1.2.3/32 ', '10.1.2.3'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3/120', '10.1.2.0/24'],
    ['2001:DB8:0:0:0:0:0:1/64', '2001:db8::/64'],
    ['2001:db8::ffff/127', '2001:db8::fffe/127'],
  ] as const) {
    assert.equal(parseAddressRange(text), expected);
  }
});

test('a text that is not exactly an address or network is refused', () => {
  for (const text of [
    '',
    '/8',
    '10.1',
    '010.0.0.1',
    '0x7f.0.0.1',
    '10.1.2.3/',
    '10.1.2.3/33',
    '10.1.2.3/08',
    '10.1.2.3/8/8',
    '10.1.2.3/-1',
    '10.1.2.3/1e1',
    'localhost',
    'fe80::1%eth0',
    '2001:db8::/129',
    '::ffff:10.1.2.3/95',
    '[::1]',
    '10.0.0.1-10.0.0.9',
  ]) {
    assert.equal(parseAddressRange(text), undefined, text);
  }
});

test('a range has exactly the addresses whose first bits are its own', () => {
  const address = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
  const textOf = (bits: bigint) =>
    [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.');
  fc.assert(
    fc.property(address, address, fc.integer({ min: 0, max: 32 }), (network, other, bits) => {
      const range = parseAddressRange(`${textOf(network)}/${bits}`) ?? '';
      const rest = BigInt(32 - bits);
      assert.ok(isInRanges(textOf(network), [range]));
      assert.ok(isInRanges(`::ffff:${textOf(network)}`, [range]));
      assert.equal(isInRanges(textOf(other), [range]), network >> rest === other >> rest);
    }),
  );
});

test('an IPv6 range has no IPv4 address, and no range has a text that is not an address', () => {
  assert.equal(isInRanges('10.1.2.3', ['::/0']), false);
  assert.equal(isInRanges('::1', ['0.0.0.0/0']), false);
  assert.equal(isInRanges('unknown', ['0.0.0.0/0', '::/0']), false);
});
