import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readBillOfMaterials, refusedLicenses } from './licenses.ts';

const LOCK = resolve(import.meta.dirname, '../../package-lock.json');

interface LockedPackage {
  readonly version?: string;
  readonly link?: boolean;
}

const components = readBillOfMaterials();

test('the bill of materials names every package of the lock file', () => {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'));
  const locked = Object.entries<LockedPackage>(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
  assert.ok(locked.length > 300);
  assert.deepEqual(
    locked.filter((one) => !named.has(one)),
    [],
  );
});

test('every package has a licence of the list', () => {
  assert.deepEqual(refusedLicenses(components), []);
});

test('a package with another licence, or with none, is refused', () => {
  const gpl = { name: 'one', version: '1.0.0', licenses: [{ license: { id: 'GPL-3.0-only' } }] };
  const both = { name: 'two', version: '1.0.0', licenses: [{ expression: 'MIT AND GPL-2.0' }] };
  const mpl = { name: 'three', version: '1.0.0', licenses: [{ license: { id: 'MPL-2.0' } }] };
  const none = { name: 'four', version: '1.0.0' };
  assert.deepEqual(refusedLicenses([...components, gpl, both, mpl, none]), [
    'one@1.0.0: GPL-3.0-only',
    'two@1.0.0: MIT AND GPL-2.0',
    'three@1.0.0: MPL-2.0',
    'four@1.0.0: none',
  ]);
});
