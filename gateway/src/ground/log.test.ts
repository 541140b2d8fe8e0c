import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { openLog, requestLog } from './log.ts';

const FIELDS = {
  reqId: '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70',
  address: 'a "quoted" \\ address\u2028é',
  method: 'POST',
  route: '/v1/pix/qrcode',
  status: 201,
  durationMs: 12.34,
  merchant: 'loja',
  clientId: undefined,
  environment: 'test',
};

function withoutTime(line: string | undefined): string | undefined {
  return line?.replace(/"time":\d{13}/, '"time":0');
}

test('the line of a request is the line that the logger would write', () => {
  const lines: string[] = [];
  const { logger } = openLog('info', { write: (line) => lines.push(line) });
  logger.info(FIELDS, 'request');
  requestLog(logger)(FIELDS);
  assert.equal(lines.length, 2);
  assert.equal(withoutTime(lines[1]), withoutTime(lines[0]));
});

test('a logger of a higher level writes no line of a request', () => {
  const lines: string[] = [];
  const { logger } = openLog('warn', { write: (line) => lines.push(line) });
  requestLog(logger)(FIELDS);
  assert.deepEqual(lines, []);
});

test('errors of a busy or silent database are logged without a stack, all others with it', () => {
  const lines: string[] = [];
  const { logger } = openLog('info', { write: (line) => lines.push(line) });
  const waiting = [
    new Error('timeout exceeded when trying to connect'),
    Object.assign(new Error('canceling statement'), { code: '57014' }),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  ];
  for (const err of waiting) logger.error({ err }, 'it waits');
  assert.equal(lines.length, 3);
  for (const line of lines) assert.doesNotMatch(line, /stack|\.ts:/);
  logger.error({ err: Object.assign(new Error('no file'), { code: 'ENOENT' }) }, 'it fails');
  assert.match(String(lines[3]), /"stack":"Error: no file/);
});

test('each line reaches the output by itself, also after a time without lines', async () => {
  const program = `import { openLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
    const { logger } = openLog('info');
    logger.info('first');
    process.stdin.once('data', () => logger.info('second'));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  assert.match(String((await lines.next()).value), /first/);
  child.stdin.write('next');
  assert.match(String((await lines.next()).value), /second/);
  child.kill();
});
