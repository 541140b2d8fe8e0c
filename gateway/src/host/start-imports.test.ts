import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const PROGRAM = join(import.meta.dirname, '../../test/support/packages-of-start.ts');
/** Packages that are loaded when they are first used. */
const AT_FIRST_USE = ['jose', 'undici', 'node:undici', 'nodemailer', 'better-auth', 'pdfkit'];

async function packagesOf(start: 'first' | 'http'): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, start]);
  return JSON.parse(stdout);
}

test('the first process starts without what only HTTP needs', async () => {
  const packages = await packagesOf('first');
  assert.ok(packages.includes('pg'), 'packages are seen');
  const unneeded = [...AT_FIRST_USE, 'typebox', 'fastify', 'ajv'];
  assert.deepEqual(
    unneeded.filter((name) => packages.includes(name)),
    [],
  );
});

test('an HTTP process starts without what only single requests need', async () => {
  const packages = await packagesOf('http');
  assert.ok(packages.includes('typebox') && packages.includes('fastify'), 'packages are seen');
  assert.deepEqual(
    AT_FIRST_USE.filter((name) => packages.includes(name)),
    [],
  );
});
