import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CYCLE_STEPS } from '#src/bank/exam/cycle-steps.ts';
import { EXAM_LEVELS, type ExamLevel } from '#src/bank/exam/exam.ts';
import { runExam } from '#src/bank/exam/run-exam.ts';
import { foundProfile, recordedProfile, startCallbackReceiver } from '../banking/examined-bank.ts';
import { TEST_KEY } from '../support/api-pix.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';

const gateway = await startGateway(
  { after },
  { env: { DEFAULT_FEE_BPS: '0', DEFAULT_FEE_FIXED: '0' } },
);

test('the API Pix of the gateway itself has no deviation at any level', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const callbacks = await startCallbackReceiver({ after });
  const connection = {
    baseUrl: `${gateway.url}/pix`,
    pathPrefix: '/v2',
    tokenUrl: `${gateway.url}/pix/oauth/token`,
    tokenBody: 'form' as const,
    clientId: keys['client-id'],
    clientSecret: keys['client-secret'],
    clientCertificate: undefined,
    passphrase: undefined,
    certificateAuthority: undefined,
    pixKey: TEST_KEY,
    receivingAccount: undefined,
    timeoutMs: 30_000,
  };
  const options = {
    bank: 'pix-gateway',
    dialect: 'standard' as const,
    levels: Object.keys(EXAM_LEVELS) as ExamLevel[],
    now: gateway.clock.now,
  };
  let pauses = 0;
  const report = await runExam(connection, options, {
    pay: async (code) => {
      const listed = await gateway.call<{ data: { internal_id: string; qrcode?: string }[] }>(
        'GET',
        '/v1/transactions',
        { keys },
      );
      const charge = listed.body.data.find(({ qrcode }) => qrcode === code);
      const path = `/v1/test/charges/${charge?.internal_id}/pay`;
      return (await gateway.call('POST', path, { keys })).status === 200;
    },
    callbacks,
    pause: async () => {
      gateway.clock.advance(10_000);
      await gateway.settle();
      pauses += 1;
      return pauses < 50;
    },
  });
  assert.deepEqual(report.deviations, []);
  assert.deepEqual(foundProfile(report), recordedProfile('pix-gateway'));
  const skipped = report.skipped.map(({ step }) => step);
  // No payer of another bank authorises its recurrence.
  const ofCycles = CYCLE_STEPS.map(({ id }) => id);
  const tokens = ['scopedToken', 'receivingToken'];
  const unneeded = [...tokens, 'cancelCommaCharge', 'cancelUnpaidCharge'];
  assert.deepEqual(skipped.toSorted(), [...unneeded, ...ofCycles].sort());
});
