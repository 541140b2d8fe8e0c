import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Licences that ask for no more than their text and the names of the authors. */
const ALLOWED = [
  '(BSD-3-Clause OR GPL-2.0)', // used under BSD-3-Clause
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
];

/** Packages under another licence, and why they may be used. */
const EXCEPTIONS: readonly { readonly name: RegExp; readonly license: string }[] = [
  // MPL-2.0 covers changes to its own files. Both tools are used as they come: one by the build of
  // the panel, the other by tests. Neither is part of what the gateway serves.
  { name: /^lightningcss(-.+)?$/, license: 'MPL-2.0' },
  { name: /^(@axe-core\/playwright|axe-core)$/, license: 'MPL-2.0' },
  // OFL-1.1 covers the font itself, which is served as it comes, with its licence beside it.
  { name: /^@fontsource-variable\/inter$/, license: 'OFL-1.1' },
  // Its file LICENSE has the MIT licence; only the field of its package.json is missing.
  { name: /^png-js$/, license: 'none' },
];

/** A package of the bill of materials, by its CycloneDX fields. */
export interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

/**
 * Reads the software bill of materials that npm makes of the lock file. It has the packages of all
 * platforms, installed or not, and needs no network. Throws when npm can't make it.
 */
export function readBillOfMaterials(): readonly Component[] {
  const args = ['run', '--silent', 'sbom'];
  const text = execFileSync('npm', args, { cwd: ROOT, maxBuffer: OUTPUT_BYTES_MAX });
  return JSON.parse(String(text)).components;
}

/** The licence that a package states: an SPDX id or expression; `none` when it states none. */
export function licenseOf({ licenses = [] }: Component): string {
  const texts = licenses.map((one) => one.expression ?? one.license?.id ?? one.license?.name);
  return texts.join(' AND ') || 'none';
}

/** The packages whose licence is not allowed, as `name@version: licence`. */
export function refusedLicenses(components: readonly Component[]): readonly string[] {
  return components
    .filter((component) => !isAllowed(component.name, licenseOf(component)))
    .map((component) => `${component.name}@${component.version}: ${licenseOf(component)}`);
}

function isAllowed(name: string, license: string): boolean {
  if (ALLOWED.includes(license)) return true;
  return EXCEPTIONS.some((one) => one.license === license && one.name.test(name));
}

if (import.meta.main) {
  const components = readBillOfMaterials();
  const counts = Map.groupBy(components, licenseOf);
  for (const [license, { length }] of [...counts].sort((a, b) => b[1].length - a[1].length)) {
    process.stdout.write(`${String(length).padStart(5)}  ${license}\n`);
  }
  const refused = refusedLicenses(components);
  for (const line of refused) process.stderr.write(`not allowed: ${line}\n`);
  process.exitCode = refused.length === 0 ? 0 : 1;
}
