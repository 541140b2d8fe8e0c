import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import {
  ARCHIVE_SECONDS,
  ARCHIVE_TIME,
  type Package,
  readFiles,
  sdkVersion,
} from './package-files.ts';

const FOLDER = join(import.meta.dirname, '../../go');

/** Writes the module of the SDK for Go, as GOPROXY serves it: its archive, its go.mod, its version. */
export function goPackages(): readonly Package[] {
  const version = sdkVersion();
  const file = (ending: string) => `pix-gateway-sdk-go-${version}.${ending}`;
  const module = readFileSync(join(FOLDER, 'go.mod'));
  const [, path = ''] = /^module (\S+)$/m.exec(module.toString()) ?? [];
  const prefix = `${path}@v${version}/`;
  const files = new Map(readFiles(FOLDER, ['LICENSE', 'README.md', 'go.mod', '*.go'], prefix));
  const zip = zipSync(Object.fromEntries(files), { mtime: ARCHIVE_TIME });
  const info = { Version: `v${version}`, Time: new Date(ARCHIVE_SECONDS * 1_000).toISOString() };
  return [
    { file: file('zip'), content: Buffer.from(zip) },
    { file: file('mod'), content: module },
    { file: file('info'), content: Buffer.from(JSON.stringify(info)) },
  ];
}
