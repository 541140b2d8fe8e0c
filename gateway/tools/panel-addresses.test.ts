import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const FEATURES = join(import.meta.dirname, '../../panel/src');
/** Requests and elements that read or write without the panel's client. */
const BARE = /\bfetch\(|\bnew XMLHttpRequest\b|\bnew EventSource\b|\/api\/panel\/[^'`\n]*\$\{/;
/** The client, the first requests of a page, and the check whether the server answers. */
const OWN = [
  'api/client.ts',
  'api/connection.ts',
  'early/addresses.ts',
  'early/overview-address.ts',
  'early/read-early.ts',
  'early/take-early.ts',
];
/** They get an address that was made with `addressOf`, or hand a path to a button that does so. */
const HANDED = [
  'features/accounts/merchants/kyc/document-view.tsx',
  'features/charges/links/link-buyers.tsx',
];
/** They call the merchants' API with a key, which names its merchant. */
const KEYED = ['features/api-pix/call-as-erp.ts'];

test('a request without the panel’s client names the merchant that the page shows', () => {
  const files = globSync('{api,components,early,features,layout,live,session}/**/*.{ts,tsx}', {
    cwd: FEATURES,
  }).filter((path) => path !== 'api/schema.d.ts' && ![...OWN, ...HANDED, ...KEYED].includes(path));
  const nameless = files.filter((path) => {
    const text = readFileSync(join(FEATURES, path), 'utf8');
    return BARE.test(text) && !/\baddressOf\(|<DownloadButton\b|\bsendImage\(/.test(text);
  });
  assert.deepEqual(nameless, []);
});
