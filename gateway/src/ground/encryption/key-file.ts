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
 * Opens the key file of an embedded database: readable by its owner only, one key a line in base64,
 * the current one first. A missing file is made with one key. Throws a RangeError for an invalid
 * file, and errors of the file system.
 * @returns the keys; a changed file is read again, so that running processes see a rotation.
 */
export async function openKeyFile(path: string): Promise<KeySource> {
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = openSync(path, 'wx', 0o600);
    writeKeys(file, [randomBytes(KEY_BYTES)]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  let cached = { mark: '', keys: readKeyFile(path) };
  return () => {
    const { ino, mtimeMs, size } = statSync(path);
    const mark = `${ino} ${mtimeMs} ${size}`;
    if (mark !== cached.mark) cached = { mark, keys: readKeyFile(path) };
    return cached.keys;
  };
}

/**
 * Adds a new key as the current one. It is on the disk before it is used. Throws a RangeError for
 * an invalid file, and errors of the file system.
 */
export function addKeyToFile(path: string): void {
  replaceKeyFile(path, [randomBytes(KEY_BYTES), ...readKeyFile(path)]);
}

/** Removes all keys but the current one from the file. Throws as `addKeyToFile` does. */
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
