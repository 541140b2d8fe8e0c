import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { writeBankFile } from '../bank-file.ts';
import { newDeveloper } from '../world.ts';

test('pix exam-bank finds how a bank differs, writes its profile, and shows no secret', async (context) => {
  const bank = await startBankSimulator({
    deviations: ['bareCallbacks', 'notFoundWithCode', 'noLots'],
    refundDelayMs: 0,
  });
  context.after(() => bank.stop());
  const developer = await newDeveloper(context);
  const path = (name: string) => join(developer.home, name);
  writeBankFile(developer.home, bank);
  const words = ['exam-bank', path('banco.env'), '--name', 'Banco de teste'];

  const read = await developer.pix(words);
  assert.equal(read.exitCode, 0, read.stderr);
  assert.match(read.stdout, /somente leitura: \d+ passos, \d+ regras, \d+ desvios/);
  assert.match(read.stdout, /listLots\.offered \(GET \/lotecobv, paths\)/);
  assert.equal(bank.snapshot().charges.length, 0);

  const more = ['--levels', 'refunds', '--simulator', bank.controlUrl, '--json'];
  const profile = ['--profile-out', path('perfil.json'), '--report-out', path('exame.json')];
  const paid = await developer.pix([...words, ...more, ...profile]);
  assert.equal(paid.exitCode, 0, paid.stdout);
  assert.equal(bank.snapshot().payments.length, 1);
  const written = JSON.parse(readFileSync(path('perfil.json'), 'utf8'));
  assert.deepEqual(
    [written.missing, written.notFoundNames, written.levels],
    [[], ['PIX-4404'], ['read', 'payments', 'refunds']],
  );
  assert.deepEqual(JSON.parse(paid.stdout), JSON.parse(readFileSync(path('exame.json'), 'utf8')));
  const all = [read.stdout, read.stderr, paid.stdout, paid.stderr, JSON.stringify(written)].join(
    '',
  );
  for (const secret of [bank.clientSecret, bank.clientId, bank.pixKey]) {
    assert.ok(!all.includes(secret));
  }

  // No payment is possible here: no person is at the terminal, and no simulator is named.
  const unpaid = await developer.pix([...words, '--levels', 'payments', '--json']);
  const { skipped } = JSON.parse(unpaid.stdout);
  assert.ok(skipped.some(({ reason }: { reason: string }) => reason === 'ninguém pagou o centavo'));
  const open = bank.snapshot().charges.filter(({ status }) => status === 'ATIVA');
  assert.deepEqual(open, []);
});

test('pix exam-bank says which option or variable is wrong', async (context) => {
  const developer = await newDeveloper(context);
  const file = join(developer.home, 'vazio.env');
  writeFileSync(file, '');
  const none = await developer.pix(['exam-bank', join(developer.home, 'nada.env')]);
  assert.deepEqual([none.exitCode, /não foi possível ler/.test(none.stderr)], [2, true]);
  const empty = await developer.pix(['exam-bank', file]);
  assert.deepEqual(
    [empty.exitCode, /PROVIDER_BASE_URL é obrigatória/.test(empty.stderr)],
    [2, true],
  );
});
