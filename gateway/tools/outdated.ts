import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/**
 * `npm run outdated`: asks npm's registry about each dependency that a package.json names, or about
 * those that the command names, and fails when
 * - one on which security depends has had a newer release within its major version for more than a
 *   month, or
 * - one has had no release for a year, unless FINISHED says why that is right.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const LATE_DAYS = 31;
const SILENT_DAYS = 365;
const DAY_MS = 86_400_000;
const REQUESTS_AT_ONCE = 8;

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

/** Dependencies that may be silent, and why. */
export const FINISHED: Readonly<Record<string, string>> = {
  jsqr: 'only tests use it, to read QR codes, whose standard is finished',
  'steplix-emv-qrcps': 'only tests use it, as an independent reader of a finished standard',
  scslre: 'only a test uses it',
  pngjs: 'the format is finished; uploads are checked before it reads them',
  'prom-client': 'the text form of metrics is finished, and only the operator reads them',
  'ajv-formats': 'a list of formats whose standards are finished',
};

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly link?: boolean;
        readonly dependencies?: Readonly<Record<string, string>>;
        readonly devDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}

/** A dependency that a package.json of the workspace names, with its version in the lock file. */
interface Dependency {
  readonly name: string;
  readonly version: string;
}

/** The dependencies of a lock file, each version once. */
export function dependenciesOf({ packages }: Lock): readonly Dependency[] {
  const own = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'));
  const found = own.flatMap(([path, { dependencies, devDependencies }]) =>
    Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => {
      const installed =
        packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
      return installed?.version && !installed.link ? [{ name, version: installed.version }] : [];
    }),
  );
  const once = new Map(found.map((one) => [`${one.name}@${one.version}`, one]));
  return [...once.keys()].toSorted().flatMap((key) => once.get(key) ?? []);
}

export interface Registry {
  /** Its address, with a slash at its end. */
  readonly url: string;
  readonly now: number;
}

/** What a person must know about a dependency, and whether the command fails for it. */
export interface Finding {
  readonly text: string;
  readonly isFault: boolean;
}

/** Asks the registry about dependencies. Throws an Error when it doesn't know one of them. */
export async function findOutdated(
  dependencies: readonly Dependency[],
  { url, now }: Registry,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (let from = 0; from < dependencies.length; from += REQUESTS_AT_ONCE) {
    const some = dependencies.slice(from, from + REQUESTS_AT_ONCE);
    const found = await Promise.all(
      some.map(async (dependency) => {
        const known = await readPackage(url, dependency.name);
        return [...lateness(dependency, known, now), ...silence(dependency, known, now)];
      }),
    );
    findings.push(...found.flat());
  }
  return findings;
}

/** What the registry knows of a package. */
interface Package {
  /** The version that an install without a version gets. */
  readonly latest: string;
  /** When each version was released. */
  readonly times: Readonly<Record<string, string>>;
}

/** The only door to the network. */
async function readPackage(registryUrl: string, name: string): Promise<Package> {
  const answer = await fetch(new URL(name.replace('/', '%2f'), registryUrl));
  if (!answer.ok) throw new Error(`the registry answered ${answer.status} about ${name}`);
  const { time: times, 'dist-tags': tags } = (await answer.json()) as {
    readonly time: Package['times'];
    readonly 'dist-tags': { readonly latest: string };
  };
  return { latest: tags.latest, times };
}

function lateness({ name, version }: Dependency, { times }: Package, now: number): Finding[] {
  if (!SECURITY_RELEVANT.includes(name)) return [];
  const newer = Object.keys(times)
    .filter((other) => /^\d+\.\d+\.\d+$/.test(other) && isNewer(other, version))
    .toSorted((a, b) => (isNewer(a, b) ? 1 : -1));
  const newest = newer.at(-1);
  if (newest === undefined) return [];
  const days = Math.max(...newer.map((other) => daysBetween(times[other], now)));
  const text = `${name} ${version}: ${newest} is out; behind for ${days} days`;
  return [{ text, isFault: days > LATE_DAYS }];
}

// By the latest version alone: mirrors may say of older ones when they have copied them.
function silence({ name }: Dependency, { latest, times }: Package, now: number): Finding[] {
  const days = daysBetween(times[latest], now);
  const reason = FINISHED[name];
  if (days > SILENT_DAYS) {
    const text = `${name}: no release for ${days} days (${latest})`;
    return [{ text: reason ? `${text}: ${reason}` : text, isFault: reason === undefined }];
  }
  if (reason === undefined) return [];
  return [{ text: `${name}: ${latest} is new; take it out of FINISHED`, isFault: false }];
}

/** Whether a version is later than another one of the same major version. */
function isNewer(version: string, than: string): boolean {
  const [major, ...ours] = version.split('.').map(Number);
  const [otherMajor, ...others] = than.split('.').map(Number.parseFloat);
  const [minor = 0, patch = 0] = ours;
  const [otherMinor = 0, otherPatch = 0] = others;
  return major === otherMajor && (minor - otherMinor || patch - otherPatch) > 0;
}

function daysBetween(from: string | undefined, to: number): number {
  return Math.floor((to - Date.parse(from ?? '')) / DAY_MS);
}

if (import.meta.main) {
  const lock: Lock = JSON.parse(await readFile(resolve(ROOT, 'package-lock.json'), 'utf8'));
  const names = process.argv.slice(2);
  const url = execFileSync('npm', ['config', 'get', 'registry'], { cwd: ROOT, encoding: 'utf8' });
  const findings = await findOutdated(
    dependenciesOf(lock).filter(({ name }) => names.length === 0 || names.includes(name)),
    { url: url.trim(), now: Date.now() },
  );
  for (const { text, isFault } of findings) console.log(`${isFault ? 'FAULT' : 'note '} ${text}`);
  if (findings.some(({ isFault }) => isFault)) process.exitCode = 1;
}
