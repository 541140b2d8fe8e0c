import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  connectionOf,
  examined,
  foundProfile,
  recordedProfile,
  startExaminedBank,
} from '../../../test/banking/examined-bank.ts';
import { openExamClient } from './exam-client.ts';
import { writeReport } from './write-report.ts';

for (const dialect of ['standard', 'efi'] as const) {
  test(`the simulated bank in the dialect ${dialect} has no deviation at any level`, async () => {
    const bank = await startExaminedBank({ after }, dialect);
    const report = await examined(bank);
    assert.deepEqual(report.deviations, []);
    // The page of examined banks shows it.
    assert.deepEqual(foundProfile(report), recordedProfile(`simulador-${dialect}`));
    assert.deepEqual(
      report.skipped.filter(({ reason }) => !/paga|vírgula|escopos/.test(reason)),
      [],
    );
  });
}

test('an exam leaves the registered address of call-backs as it was', async (context) => {
  const examinedBank = await startExaminedBank({ after }, 'standard');
  const { bank } = examinedBank;
  const client = openExamClient(connectionOf(examinedBank));
  context.after(() => client.close());
  await client.requestToken('');
  const path = `/webhook/${encodeURIComponent(bank.pixKey)}`;
  const before = 'https://loja.example/banks/api-pix/segredo-do-endereco';
  const read = async () => Object(await client.call({ method: 'GET', path })).body.webhookUrl;
  await client.call({ method: 'PUT', path, body: { webhookUrl: before } });

  const deviations = [undefined, 'anyWebhookUrl', 'webhookUrlByAnotherName'] as const;
  for (const deviation of deviations) {
    if (deviation) bank.deviations.add(deviation);
    const report = await examined(examinedBank, ['webhook']);
    bank.deviations.clear();
    assert.equal(await read(), before);
    const text = writeReport(report) + JSON.stringify(report);
    assert.ok(!text.includes('segredo-do-endereco'));
    // Without knowing what to put back the exam changes nothing.
    const isSkipped = report.skipped.some(({ step }) => step === 'registerWebhook');
    assert.equal(isSkipped, deviation === 'webhookUrlByAnotherName');
  }
});

test('after an error in the middle of an exam nothing that it created stays open', async () => {
  const examinedBank = await startExaminedBank({ after }, 'standard');
  const { bank } = examinedBank;
  const failing = async () => {
    throw new Error('the terminal is gone');
  };
  const levels = ['charges', 'webhook', 'payments'] as const;
  await assert.rejects(examined(examinedBank, levels, { pay: failing }), /terminal is gone/);
  const { charges, callbacks } = bank.snapshot();
  assert.ok(charges.length >= 3);
  assert.deepEqual(
    charges.filter(({ status }) => status === 'ATIVA'),
    [],
  );
  assert.deepEqual(callbacks, []);
});
