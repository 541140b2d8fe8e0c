import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { KeySource } from './encryption.ts';

const KEY_BYTES = 32;

/**
 * The keys of an embedded database: a file beside it, readable by its owner only, one key a line in
 * base64, the current one first. Made with one key when there is none.
 * @returns the keys, read again when the file has changed: a rotation reaches running processes.
 */
export async function openKeyFile(path: string): Promise<KeySource> {
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = openSync(path, 'wx', 0o600);
    writeKeys(file, [randomBytes(KEY_BYTES)]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  let known = { mark: '', keys: readKeyFile(path) };
  return () => {
    const { ino, mtimeMs, size } = statSync(path);
    const mark = `${ino} ${mtimeMs} ${size}`;
    if (mark !== known.mark) known = { mark, keys: readKeyFile(path) };
    return known.keys;
  };
}

/** Puts a new key before the others. It is on the disk before anything can be sealed with it. */
export function addKeyToFile(path: string): void {
  replaceKeyFile(path, [randomBytes(KEY_BYTES), ...readKeyFile(path)]);
}

/** Leaves the current key alone in the file. */
export function forgetOldKeysOfFile(path: string): void {
  replaceKeyFile(path, readKeyFile(path).slice(0, 1));
}

function readKeyFile(path: string): readonly Buffer[] {
  const keys = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Buffer.from(line.trim(), 'base64'));
  if (keys.length > 0 && keys.every((key) => key.length === KEY_BYTES)) return keys;
  throw new RangeError(`${path} não tem 32 bytes em base64`);
}

function replaceKeyFile(path: string, keys: readonly Buffer[]): void {
  const draft = `${path}.new`;
  writeKeys(openSync(draft, 'w', 0o600), keys);
  renameSync(draft, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function writeKeys(file: number, keys: readonly Buffer[]): void {
  try {
    writeSync(file, keys.map((key) => `${key.toString('base64')}\n`).join(''));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
