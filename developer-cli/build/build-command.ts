import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const FOLDER = join(import.meta.dirname, '..');
const BUNDLED = ['commander', 'jose', 'lean-qr', 'minisearch'];

/**
 * Builds `pix` and all that it uses into one file of the folder `output`, so that the package has no
 * dependencies and works on Node 20, which runs no TypeScript.
 */
export async function buildCommand(output: string): Promise<void> {
  await rm(output, { recursive: true, force: true });
  await build({
    // Comments name files by their path from here.
    cwd: FOLDER,
    input: join(FOLDER, 'src/main.ts'),
    platform: 'node',
    transform: { target: 'node20' },
    logLevel: 'warn',
    output: { file: join(output, 'pix.js'), format: 'esm', codeSplitting: false },
  });
  await mkdir(output, { recursive: true });
  const licenses = await Promise.all(BUNDLED.map(licenseOf));
  await writeFile(join(output, 'LICENSES.txt'), licenses.join('\n'));
}

/** The licence of a bundled package, which must stand beside its code. */
async function licenseOf(name: string): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve(name));
  const root = entry.slice(0, entry.lastIndexOf(join('node_modules', name)));
  const folder = join(root, 'node_modules', name);
  const file = (await readdir(folder)).find((one) => one.startsWith('LICENSE'));
  if (file === undefined) throw new Error(`${name} has no licence`);
  return `${name}\n\n${await readFile(join(folder, file), 'utf8')}`;
}
