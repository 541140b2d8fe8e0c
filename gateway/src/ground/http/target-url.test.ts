import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTargetUrl } from './target-url.ts';

const PRODUCTION = { allowPrivateAddresses: false, allowPlainHttp: false };
const DEVELOPMENT = { allowPrivateAddresses: true, allowPlainHttp: true };

test('production accepts only https to public hosts, development any well-formed URL', () => {
  assert.equal(checkTargetUrl('https://example.com/hook?x=1', PRODUCTION), 'ok');
  assert.equal(checkTargetUrl('https://8.8.8.8:8443/', PRODUCTION), 'ok');
  assert.equal(checkTargetUrl('https://[2606:4700::1111]/', PRODUCTION), 'ok');
  assert.equal(checkTargetUrl('http://example.com/hook', PRODUCTION), 'plain_http');
  assert.equal(checkTargetUrl('https://127.1/', PRODUCTION), 'blocked_address');
  assert.equal(checkTargetUrl('http://localhost:8080/', DEVELOPMENT), 'ok');
  assert.equal(checkTargetUrl('http://[::1]:8080', DEVELOPMENT), 'ok');
});

test('a malformed URL, one with a user or one that is too long is refused', () => {
  const refused = [
    ['', 'example.com', '//example.com', 'ftp://example.com', 'file:///etc/passwd', 'https://'],
    ['https:example.com', 'https:/example.com', 'https:\\\\example.com', 'https://a\\b.com'],
    [' https://example.com', 'https://example.com ', 'https://exa\tmple.com', 'https://a\n.com'],
    ['https://user@example.com', 'https://user:secret@example.com', 'https://@example.com'],
    ['https://example.com:0', 'https://example.com:99999', 'https://256.1.1.1', 'https://[::1'],
    ['https://example.com/\u0000', `https://example.com/${'a'.repeat(2_048)}`],
  ].flat();
  for (const url of refused) assert.equal(checkTargetUrl(url, DEVELOPMENT), 'invalid', url);
  assert.equal(checkTargetUrl('https://example.com/a@b?c=d@e', PRODUCTION), 'ok');
});
