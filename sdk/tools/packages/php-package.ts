import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { ARCHIVE_TIME, type Package, readFiles, sdkVersion } from './package-files.ts';

const FOLDER = join(import.meta.dirname, '../../php');

/**
 * Writes the archive of the SDK for PHP, and `packages.json`, by which Composer finds it.
 * @param address the folder of both on the gateway
 */
export function phpPackages(address: string): readonly Package[] {
  const {
    'require-dev': _development,
    archive: _archive,
    config: _config,
    ...written
  } = JSON.parse(readFileSync(join(FOLDER, 'composer.json'), 'utf8'));
  const version = sdkVersion();
  const composer = { ...written, version };
  const files = new Map<string, Buffer>([
    ['composer.json', Buffer.from(`${JSON.stringify(composer, null, 2)}\n`)],
    ...readFiles(FOLDER, ['LICENSE', 'README.md', 'src/**/*.php']),
  ]);
  const zip = zipSync(Object.fromEntries(files), { mtime: ARCHIVE_TIME });
  const file = `pix-gateway-sdk-php-${version}.zip`;
  const shasum = createHash('sha1').update(zip).digest('hex');
  const dist = { type: 'zip', url: `${address}/${file}`, shasum };
  const index = { packages: { [composer.name]: { [version]: { ...composer, dist } } } };
  return [
    { file, content: Buffer.from(zip) },
    { file: 'packages.json', content: Buffer.from(JSON.stringify(index)) },
  ];
}
