import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { BackupError } from './backup-error.ts';
import { listBackups, prepareBackupFolder, writeFacts } from './backup-folder.ts';
import { applyRetention, isBackupDue } from './backup-keeper.ts';
import { copyArchive } from './copy-archive.ts';
import { compressArchive, findGap, LOG_FILE_BYTES, listArchive } from './log-archive.ts';
import { judgeLogUse } from './log-end.ts';

const DAY_MS = 86_400_000;
/** A whole file of the log that begins with a text. */
const whole = (text: string) => text.padEnd(LOG_FILE_BYTES, '.');
const file = (position: string, timeline = '00000001') => `${timeline}00000000000000${position}`;

/** A backup folder of a database with the given id, without a server. */
async function makeBackupFolder(context: TestContext, systemId = 7n) {
  const dir = await mkdtemp(join(tmpdir(), 'pix-gateway-log-archive-'));
  context.after(() => rm(dir, { recursive: true, force: true }));
  const control = Buffer.alloc(8);
  control.writeBigUInt64LE(systemId);
  await mkdir(join(dir, 'cluster', 'global'), { recursive: true });
  await writeFile(join(dir, 'cluster', 'global', 'pg_control'), control);
  const backupDir = join(dir, 'backup');
  const prepare = () => prepareBackupFolder(backupDir, join(dir, 'cluster'), undefined);
  await prepare();
  const archive = (name: string, content: string) =>
    writeFile(join(backupDir, 'wal', name), content);
  return { dir, backupDir, control, prepare, archive };
}

async function addBackup(backupDir: string, name: string, firstWalFile: string, endedAt: number) {
  const folder = join(backupDir, 'base', name);
  await mkdir(folder, { recursive: true });
  const facts = { systemId: '7', timeline: 1, firstWalFile, endedAt, startedAt: endedAt };
  await writeFacts(folder, { ...facts, sizeBytes: 1 });
}

test('the log is compressed, and copied back as it was', async (context) => {
  const { dir, backupDir, archive } = await makeBackupFolder(context);
  await archive(file('01'), whole('older'));
  await archive(file('02'), whole('wanted'));
  await archive('00000002.history', 'history');
  await compressArchive(backupDir);
  assert.deepEqual(
    await readdir(join(backupDir, 'wal')),
    [`${file('01')}.gz`, `${file('02')}.gz`, '00000002.history'].sort(),
  );
  const to = join(dir, 'pg_wal');
  await mkdir(to);
  await archive(file('03'), whole('just arrived'));
  const copied = await copyArchive(backupDir, file('02'), to, undefined);
  assert.deepEqual(
    copied.map(({ name, isDamaged }) => [name, isDamaged]),
    [
      [file('02'), false],
      [file('03'), false],
    ],
  );
  assert.deepEqual((await readdir(to)).sort(), [file('02'), file('03'), '00000002.history'].sort());
  assert.equal(await readFile(join(to, file('02')), 'utf8'), whole('wanted'));
});

test('a truncated or changed file is reported and not copied; all other files are copied', async (context) => {
  const { dir, backupDir, archive } = await makeBackupFolder(context);
  const positions = ['01', '02', '03', '04'];
  for (const position of positions) await archive(file(position), whole(position));
  await compressArchive(backupDir);
  const stored = (position: string) => join(backupDir, 'wal', `${file(position)}.gz`);
  const bytes = await readFile(stored('02'));
  await writeFile(stored('02'), bytes.subarray(0, bytes.length / 2));
  bytes.writeUInt32LE(bytes.readUInt32LE(bytes.length / 2) ^ 0xff, bytes.length / 2);
  await writeFile(stored('03'), bytes);
  await writeFile(stored('04'), '');
  await archive(file('05'), 'short');
  const to = join(dir, 'pg_wal');
  await mkdir(to);
  const copied = await copyArchive(backupDir, file('01'), to, undefined);
  assert.deepEqual(
    copied.filter(({ isDamaged }) => isDamaged).map(({ path }) => path),
    [stored('02'), stored('03'), stored('04'), join(backupDir, 'wal', file('05'))],
  );
  assert.deepEqual(await readdir(to), [file('01')]);
});

test('a recovery ends at the first file that is missing, damaged or has a broken record', () => {
  const files = ['01', '02', '03', '04'].map((position) => ({
    name: file(position),
    path: `wal/${file(position)}.gz`,
    isDamaged: false,
  }));
  const endOf = (replayedTo: string, all = files) => judgeLogUse(all, file('01'), replayedTo);
  // The last record ends in the last file, or with it.
  for (const lsn of ['0/4000060', '0/5000000']) assert.equal(endOf(lsn).endedAtLog, undefined);
  assert.equal(endOf('0/4000000').endedAtLog, file('04'));
  assert.equal(endOf('0/2000080').endedAtLog, file('02'));
  const damaged = files.with(2, { ...files[2], isDamaged: true } as (typeof files)[0]);
  assert.deepEqual(endOf('0/2FFFFE0', damaged), {
    damagedLogs: [`wal/${file('03')}.gz`],
    missingLog: undefined,
    endedAtLog: file('03'),
  });
  assert.equal(endOf('0/3000000', files.toSpliced(2, 1)).endedAtLog, file('03'));
  assert.equal(endOf('0/3000000', files.toSpliced(2, 1)).missingLog, file('03'));
  assert.equal(endOf('0/5000000', damaged).endedAtLog, undefined);
});

test('a file archived twice is kept once, and a second file with another content is refused', async (context) => {
  const { backupDir, archive } = await makeBackupFolder(context);
  for (const content of ['same', 'same']) {
    await archive(file('01'), content);
    await compressArchive(backupDir);
  }
  assert.equal((await listArchive(backupDir)).length, 1);
  await archive(file('01'), 'of another server');
  await assert.rejects(compressArchive(backupDir), BackupError);
  assert.equal((await listArchive(backupDir)).length, 2);
});

test('a damaged file that arrives again is replaced', async (context) => {
  const { backupDir, archive } = await makeBackupFolder(context);
  await archive(file('01'), whole('same'));
  await compressArchive(backupDir);
  const [{ path } = { path: '' }] = await listArchive(backupDir);
  const intact = await readFile(path);
  await writeFile(path, intact.subarray(0, intact.length / 2));
  await archive(file('01'), whole('same'));
  await compressArchive(backupDir);
  assert.deepEqual(await readFile(path), intact);
  assert.equal((await listArchive(backupDir)).length, 1);
});

test('a missing file of the log is found, over logs and timelines', () => {
  const names = (...all: string[]) => all.map((name) => ({ name }));
  const last = '0000000100000000000000FF';
  const next = '000000010000000100000000';
  assert.equal(findGap(names(last, next, '000000020000000100000001'), last), undefined);
  assert.equal(findGap(names(last, '000000010000000100000001'), last), next);
  assert.equal(findGap(names(file('03')), file('02')), file('02'));
  assert.equal(findGap([], file('02')), undefined);
});

test('base backups beyond the kept number are deleted, with the log that only they need', async (context) => {
  const { backupDir, archive } = await makeBackupFolder(context);
  const now = Date.now();
  for (const [index, position] of ['01', '03', '05'].entries()) {
    await addBackup(backupDir, `backup-${index}`, file(position), now - (3 - index) * DAY_MS);
  }
  for (const position of ['01', '02', '03', '04', '05']) await archive(file(position), 'x');
  const interrupted = join(backupDir, 'base', 'interrupted');
  await mkdir(interrupted);
  await mkdir(join(backupDir, 'base', 'under-way'));
  await utimes(interrupted, new Date(0), new Date(0));
  await applyRetention(backupDir, 2, now);
  assert.equal((await listArchive(backupDir)).length, 5);
  await addBackup(backupDir, 'under-way', file('05'), now);
  await applyRetention(backupDir, 3, now);
  assert.deepEqual(
    (await listBackups(backupDir)).map(({ name }) => name),
    ['backup-1', 'backup-2', 'under-way'],
  );
  assert.equal((await readdir(join(backupDir, 'base'))).includes('interrupted'), false);
  assert.deepEqual(
    (await listArchive(backupDir)).map(({ name }) => name),
    [file('03'), file('04'), file('05')],
  );
});

test('a backup folder of another database is refused', async (context) => {
  const { dir, control, prepare } = await makeBackupFolder(context);
  await prepare();
  control.writeBigUInt64LE(8n);
  await writeFile(join(dir, 'cluster', 'global', 'pg_control'), control);
  await assert.rejects(prepare(), /cópias de outro banco/);
});

test('a base backup is due without one, at each 03:00 in Brasília, and after a gap', async (context) => {
  const { backupDir, archive } = await makeBackupFolder(context);
  const brasilia = (time: string) => Date.parse(`${time}-03:00`);
  assert.equal(await isBackupDue(backupDir, brasilia('2026-11-21T12:00:00')), true);
  await addBackup(backupDir, 'first', file('01'), brasilia('2026-11-21T03:00:10'));
  for (const [time, isDue] of [
    ['2026-11-21T03:00:20', false],
    ['2026-11-22T00:00:00', false],
    ['2026-11-22T02:59:59', false],
    ['2026-11-22T03:00:00', true],
    ['2026-11-24T12:00:00', true],
  ] as const) {
    assert.equal(await isBackupDue(backupDir, brasilia(time)), isDue, time);
  }
  await addBackup(backupDir, 'second', file('01'), brasilia('2026-11-22T03:00:00'));
  assert.equal(await isBackupDue(backupDir, brasilia('2026-11-22T03:00:10')), false);
  for (const position of ['01', '03']) await archive(file(position), 'log');
  assert.equal(await isBackupDue(backupDir, brasilia('2026-11-22T03:00:10')), true);
});
