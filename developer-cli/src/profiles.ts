import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Failure } from './failure.ts';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY = 0o600;

/** The keys of a gateway, and the secret with which `pix listen` signs. */
export interface Profile {
  readonly url: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly webhookSecret?: string;
  /** Whether `pix login` made the key by the browser: `pix logout` then revokes it. */
  readonly isByBrowser?: boolean;
}

type Profiles = Readonly<Record<string, Profile>>;

export const DEFAULT_PROFILE = 'default';

/** Where the profiles are: `pix/config.json` in the user's configuration folder (XDG). */
export function profilesPath(environment: NodeJS.ProcessEnv = process.env): string {
  const configured = environment.XDG_CONFIG_HOME ?? '';
  const base = isAbsolute(configured) ? configured : join(homedir(), '.config');
  return join(base, 'pix', 'config.json');
}

/** The stored profiles by name. Throws a Failure for a file that can't be read. */
export function readProfiles(path = profilesPath()): Profiles {
  let text: string;
  try {
    // Somebody may have copied the file with other rights.
    chmodSync(path, OWNER_ONLY);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new Failure('unexpected', `não foi possível ler ${path}: ${String(error)}`);
  }
  try {
    return JSON.parse(text).profiles ?? {};
  } catch {
    throw new Failure(
      'unexpected',
      `${path} está danificado: corrija-o, ou apague-o e refaça o login`,
    );
  }
}

/**
 * Stores a profile, or deletes it when it is undefined. The file is replaced as a whole and only
 * its owner may read it.
 */
export function writeProfile(name: string, profile: Profile | undefined): void {
  const path = profilesPath();
  const { [name]: _old, ...others } = readProfiles(path);
  const profiles = profile === undefined ? others : { ...others, [name]: profile };
  mkdirSync(join(path, '..'), { recursive: true, mode: OWNER_ONLY_FOLDER });
  const draft = `${path}.${process.pid}`;
  try {
    const text = `${JSON.stringify({ profiles }, undefined, 2)}\n`;
    writeFileSync(draft, text, { mode: OWNER_ONLY, flag: 'wx' });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
