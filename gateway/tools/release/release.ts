import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packedFiles } from '../../../plugins/woocommerce/tools/pack.ts';
import { zip } from '../../../plugins/woocommerce/tools/zip.ts';
import { allPackages } from '../../../sdk/tools/packages/all-packages.ts';
import { readBillOfMaterials, refusedLicenses } from '../licenses.ts';
import { notesOf } from './changelog.ts';
import { beginNext, refusalOfRelease, refusalOfTag, writeRelease } from './steps.ts';
import { BUILD, sumLine } from './sums.ts';
import { ROOT } from './versions.ts';

/**
 * `npm run release -- 0.4.0` makes a release of a clean `main`: it writes the version into every
 * place, commits, tags, and begins the next version. It pushes nothing.
 * `npm run release -- --files v0.4.0`, on the commit of the tag, writes the files of the release
 * into `build/`. The workflow of GitHub runs this and signs them.
 */
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string' } },
});

if (values.files !== undefined) await writeFiles(values.files);
else makeRelease(positionals[0] ?? '');

function makeRelease(version: string): void {
  const isClean = git('status', '--porcelain') === '';
  const tags = git('tag', '--list').split('\n');
  refuse(refusalOfRelease({ version, isClean, tags }) ?? refusalOfLicenses());
  writeRelease(version, new Date().toISOString().slice(0, 10));
  commit(`Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `pix-gateway ${version}`);
  const next = beginNext(version);
  commit(`Begin ${next}`);
  console.log(`Tagged v${version}; main is ${next}. Publish: git push --follow-tags`);
}

async function writeFiles(tag: string): Promise<void> {
  refuse(refusalOfTag(tag) ?? refusalOfLicenses());
  // Files of another version would be published with these.
  rmSync(BUILD, { recursive: true, force: true });
  mkdirSync(BUILD);
  npm('archive');
  const plugin = join(BUILD, `pix-gateway-woocommerce-${tag.slice(1)}.zip`);
  writeFileSync(plugin, zip(packedFiles()));
  // What a gateway serves beside them has its address; here they are for other ways to install.
  for (const { file, content } of await allPackages('https://localhost/guia/sdk')) {
    if (/\.(tgz|whl|zip)$/.test(file)) writeFileSync(join(BUILD, file), content);
  }
  writeFileSync(join(BUILD, `pix-gateway-${tag.slice(1)}.cdx.json`), npm('sbom'));
  writeSums();
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  writeFileSync(join(BUILD, 'NOTES.md'), `${notesOf(changelog, tag.slice(1))}\n`);
}

/** The file `SHA256SUMS` names every file of the release, as `sha256sum --check` reads it. */
function writeSums(): void {
  const files = globSync('*.{gz,tgz,zip,whl,json}', { cwd: BUILD }).sort();
  const lines = files.map(sumLine).join('');
  writeFileSync(join(BUILD, 'SHA256SUMS'), lines);
  console.log(lines);
}

function refusalOfLicenses(): string | undefined {
  return refusedLicenses(readBillOfMaterials()).join('\n') || undefined;
}

function refuse(reason: string | undefined): void {
  if (reason === undefined) return;
  console.error(reason);
  process.exit(1);
}

function commit(subject: string): void {
  git('commit', '--all', '--message', subject);
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
}

function npm(script: string): Buffer {
  return execFileSync('npm', ['run', '--silent', script], {
    cwd: ROOT,
    maxBuffer: OUTPUT_BYTES_MAX,
  });
}
