import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMerchantWithKeys, type TestGateway } from '../../gateway/test/support/gateway.ts';
import { PixGateway } from '../typescript/src/index.ts';
import { startFaultProxy } from './support/fault-proxy.ts';

/** An AbortSignal is known to JavaScript alone, so that the specification says nothing of it. */
export function testAbort(gateway: TestGateway): void {
  const name = 'an aborted signal ends a call of the TypeScript SDK while it waits to try again';
  test(name, { timeout: 30_000 }, async (context) => {
    const proxy = await startFaultProxy(context, gateway.url);
    const { keys } = await createMerchantWithKeys(gateway);
    proxy.faults.push({ status: 503, headers: { 'retry-after': '60' } });
    const abort = new AbortController();
    const pix = new PixGateway({
      baseUrl: proxy.url,
      clientId: keys['client-id'],
      clientSecret: keys['client-secret'],
      fetch: async (...request) => {
        const { status, headers } = await fetch(...request);
        // When the pause has begun: an answer without a body is read before.
        setImmediate(() => abort.abort());
        return new Response(null, { status, headers });
      },
    });
    await assert.rejects(pix.balance({ signal: abort.signal }), { name: 'AbortError' });
    assert.equal(proxy.takeSeen().length, 1);
  });
}
