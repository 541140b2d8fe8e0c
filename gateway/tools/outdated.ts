import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/**
 * `npm run outdated`: fails when a dependency on which security depends has had a newer release
 * within its major version for more than a month. It asks the npm registry.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const DAYS_MAX = 31;
const DAY_MS = 86_400_000;
/** Log-in, the HTTP server and client, the database's driver, mails, and what reads strangers' files. */
const SECURITY_RELEVANT = [
  'better-auth',
  'fastify',
  '@fastify/static',
  'undici',
  'pg',
  'nodemailer',
  'pngjs',
];

interface Outdated {
  readonly current?: string;
  /** The newest version in the registry. */
  readonly latest: string;
}

function npm(...words: string[]): string {
  try {
    return execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8' });
  } catch (error) {
    // `npm outdated` ends with 1 when something is outdated.
    if (error instanceof Error && 'stdout' in error && error.stdout) return String(error.stdout);
    throw error;
  }
}

const majorOf = (version: string): string => version.split('.')[0] ?? '';
const outdated: Record<string, Outdated | Outdated[]> = JSON.parse(
  npm('outdated', '--json', ...SECURITY_RELEVANT) || '{}',
);
let isLate = false;
for (const [name, found] of Object.entries(outdated)) {
  const [{ current = '', latest } = { latest: '' }] = [found].flat();
  const times: Record<string, string> = JSON.parse(npm('view', name, 'time', '--json'));
  const newer = Object.keys(times)
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && majorOf(version) === majorOf(current))
    .filter((version) => Date.parse(times[version] ?? '') > Date.parse(times[current] ?? ''));
  const days = newer.map((version) => (Date.now() - Date.parse(times[version] ?? '')) / DAY_MS);
  const oldest = Math.floor(Math.max(0, ...days));
  if (oldest > DAYS_MAX) isLate = true;
  console.log(`${name} ${current}: ${latest} is out; behind for ${oldest} days`);
}
if (isLate) process.exitCode = 1;
