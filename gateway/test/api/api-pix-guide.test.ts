import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { codeBlocksOf } from '../../tools/code-blocks.ts';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { withValues } from '../support/guide-programs.ts';

const PAGE = 'docs/guia/api-pix.md';
const noCurl = spawnSync('curl', ['--version']).error ? 'curl is not installed' : false;
const run = promisify(execFile);
const gateway = await startGateway({ after });
// The commands of the page ask for the day of this machine.
gateway.clock.set(Date.now());

test('every command of the page on the API Pix works', { skip: noCurl }, async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const { internal_id: id } = await receivePayment(gateway, keys);
  const { body: paid } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  const values = { END_TO_END_ID: String(paid.end_to_end_id) };
  const text = readFileSync(join(import.meta.dirname, '../../..', PAGE), 'utf8');
  const answers: Record<string, unknown>[] = [];
  for (const { code } of codeBlocksOf(PAGE, text).filter(({ language }) => language === 'sh')) {
    const filled = withValues(code, { url: gateway.url, keys, others: values });
    const { stdout } = await run('bash', ['-euc', filled]);
    answers.push(JSON.parse(stdout));
  }
  const [token, cob, list, refund, location, lot, rec, ...others] = answers;
  assert.equal(others.length, 0);
  assert.equal(token?.token_type, 'Bearer');
  assert.equal(cob?.status, 'ATIVA');
  assert.ok(Array.isArray(list?.cobs) && list.cobs.length === 3, JSON.stringify(list));
  assert.equal(refund?.valor, '2.50');
  assert.equal(location?.tipoCob, 'cob');
  assert.equal(lot?.descricao, 'Mensalidades da turma da tarde');
  assert.equal(rec?.status, 'CRIADA');
});
