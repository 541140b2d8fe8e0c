import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createMerchantWithKeys, type TestGateway } from '../../gateway/test/support/gateway.ts';
import { GO, SDK, whyNoGo } from './support/languages.ts';

const run = promisify(execFile);

/** The tools of Go find nothing in the SDK, and its own tests pass against the gateway. */
export function testGoModule(gateway: TestGateway): void {
  const name = 'gofmt and go vet find nothing in the Go SDK, and go test passes against a gateway';
  test(name, { skip: whyNoGo() ?? false }, async () => {
    const { keys } = await createMerchantWithKeys(gateway);
    const env = {
      ...process.env,
      PIX_GATEWAY_URL: gateway.url,
      PIX_CLIENT_ID: keys['client-id'],
      PIX_CLIENT_SECRET: keys['client-secret'],
    };
    const shell = { cwd: join(SDK, 'go'), env };
    const root = await run(GO, ['env', 'GOROOT'], shell);
    const gofmt = join(root.stdout.trim(), 'bin/gofmt');
    assert.equal((await run(gofmt, ['-l', '.'], shell)).stdout, '');
    await run(GO, ['vet', './...'], shell);
    const { stdout } = await run(GO, ['test', '-count=1', '-v', '.'], shell);
    assert.equal(stdout.match(/^--- PASS/gm)?.length, 4, stdout);
  });
}
