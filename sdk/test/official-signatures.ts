import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { standardHeaders } from '../../gateway/src/webhooks/delivery/sign-webhook.ts';
import { createSecret, standardSecretOf } from '../../gateway/src/webhooks/webhook-secret.ts';
import { verifyStandard } from '../typescript/src/webhooks.ts';
import { outputOf, PYTHON, SDK, whyNoPython } from './support/languages.ts';

/** The library of Standard Webhooks on PyPI verifies one delivery, and signs another one. */
const PROGRAM = `
import datetime, json, sys
from pix_gateway import webhooks
from standardwebhooks import Webhook
body, headers, secret, written = json.load(sys.stdin)
official = Webhook(written)
official.verify(body, headers)
now = datetime.datetime.now(datetime.timezone.utc)
headers = {
    "webhook-id": "evt_2",
    "webhook-timestamp": str(int(now.timestamp())),
    "webhook-signature": official.sign("evt_2", now, body),
}
webhooks.verify_standard(body, headers, secret)
print(json.dumps(headers))
`;

const BODY = '{"id":"evt_1","event":"deposit.paid","data":{"payer":{"name":"João"}}}';

/** What the gateway signs and what our verifiers accept is what the library of PyPI does. */
export function testOfficialSignatures(): void {
  const hasLibrary = outputOf(PYTHON, '-c', 'import standardwebhooks') !== undefined;
  const skip = whyNoPython() ?? (hasLibrary ? false : `${PYTHON} has no standardwebhooks`);
  const name =
    'the library of Standard Webhooks on PyPI accepts a delivery, and our SDKs what it signs';
  test(name, { skip }, () => {
    for (const secret of [createSecret(), 'whsec_sandbox_publico']) {
      const signed = {
        body: BODY,
        secrets: [createSecret(), secret],
        atSeconds: Math.floor(Date.now() / 1_000),
      };
      const given = [BODY, standardHeaders('evt_1', signed), secret, standardSecretOf(secret)];
      const path = [join(SDK, 'python/src'), process.env.PYTHONPATH ?? ''].join(':');
      const made = execFileSync(PYTHON, ['-c', PROGRAM], {
        input: JSON.stringify(given),
        encoding: 'utf8',
        env: { ...process.env, PYTHONPATH: path },
      });
      assert.equal(verifyStandard(BODY, JSON.parse(made), secret).event, 'deposit.paid');
    }
  });
}
