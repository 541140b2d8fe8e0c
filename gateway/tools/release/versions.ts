import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../..');
/** The folders of our npm packages within the workspace. */
const PACKAGES = ['gateway', 'panel', 'bank-simulator', 'sdk/typescript', 'developer-cli', 'guide'];

/** A place where a file says the version. */
interface Place {
  readonly file: string;
  /** Finds the versions; each match is one, without what stands around it. */
  readonly pattern: RegExp;
  /** How the place writes a version. */
  readonly form: (version: string) => string;
}

const plainly = (version: string): string => version;
/** PEP 440 writes `0.5.0-dev` as `0.5.0.dev0`. */
export const inPython = (version: string): string => version.replace(/-dev$/, '.dev0');

const GUIDE = 'docs/guia/sdks.md';
const PLACES: readonly Place[] = [
  ...['.', ...PACKAGES].map((folder) =>
    place(join(folder, 'package.json'), '^  "version": "', '"'),
  ),
  place('package-lock.json', '^  "version": "', '"'),
  ...['', ...PACKAGES].map((folder) =>
    place(
      'package-lock.json',
      `^    "${folder}": {\\n(?:      "name": .*\\n)?      "version": "`,
      '"',
    ),
  ),
  place('deploy/helm/Chart.yaml', '^(?:version|appVersion): ', '\\n'),
  place('docs/operating/kubernetes.md', 'example.com/pix-gateway:', '\\s'),
  place('sdk/typescript/src/version.ts', "VERSION = '", "'"),
  place('sdk/typescript/README.md', 'pix-gateway-sdk-', '.tgz'),
  place('sdk/python/pyproject.toml', '^version = "', '"', inPython),
  place('sdk/python/src/pix_gateway/_version.py', 'VERSION = "', '"', inPython),
  place('sdk/python/README.md', 'pix_gateway_sdk-', '-py3', inPython),
  place('sdk/php/src/Http/Api.php', "VERSION = '", "'"),
  place('sdk/php/README.md', 'pix-gateway/sdk:', '\\n'),
  place('sdk/go/version.go', 'Version = "', '"'),
  place('sdk/go/README.md', 'internal/sdk@v', '\\n'),
  place('sdk/php/examples/laravel/composer.json', '"pix-gateway/sdk": "', '"'),
  place('plugins/woocommerce/pix-gateway.php', '\\* Version: ', '\\n'),
  place('plugins/woocommerce/readme.txt', 'Stable tag: ', '\\n'),
  place('plugins/woocommerce/src/Plugin.php', "VERSION = '", "'"),
  place('docs/guia/pix.md', 'pix-gateway-cli-', '.tgz'),
  place(GUIDE, 'pix-gateway-sdk-', '.tgz'),
  place(GUIDE, 'pix_gateway_sdk-', '-py3', inPython),
  place(GUIDE, 'pix-gateway/sdk:', '\\n'),
  place(GUIDE, 'pix-gateway-sdk-php-', '.zip'),
  place(GUIDE, 'internal/sdk@v', '\\n'),
];

function place(file: string, before: string, after: string, form = plainly): Place {
  const pattern = new RegExp(`(?<=${before})\\d[\\w.-]*?(?=${after})`, 'gm');
  return { file, pattern, form };
}

/** The version of the workspace. */
export function versionOf(root = ROOT): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** The places that say another version than the workspace, or none, as `file: what it says`. */
export function otherVersions(root = ROOT): readonly string[] {
  const version = versionOf(root);
  return PLACES.flatMap(({ file, pattern, form }) => {
    const found = readFileSync(join(root, file), 'utf8').match(pattern) ?? ['none'];
    return found.filter((one) => one !== form(version)).map((one) => `${file}: ${one}`);
  });
}

/** Writes the version into every place. */
export function writeVersion(version: string, root = ROOT): void {
  for (const { file, pattern, form } of PLACES) {
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(pattern, form(version)));
  }
}

/** The files that say the version. */
export function versionedFiles(): readonly string[] {
  return [...new Set(PLACES.map(({ file }) => file))];
}
