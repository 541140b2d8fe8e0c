import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readBackupAge } from '#src/ground/backup/archiver-health.ts';
import { HOUR_SECONDS } from '#src/ground/durations.ts';
import { ALERT_RULES } from '#src/messages/alerts/operator-alert.ts';
import {
  type Check,
  type DoctorDeps,
  type Found,
  failure,
  ok,
  reasonOf,
  skipped,
  warning,
} from './finding.ts';

const MIB = 1_024 * 1_024;
const GIB = 1_024 * MIB;
const FREE_FAILURE = 256 * MIB;
const FREE_WARNING = 2 * GIB;
const SHARE_WARNING = 0.1;
const FILES_SHARE_MIN = 0.01;

/** Checks the free space of the gateway's folders, and the age of the last backup. */
export const diskCheck: Check = {
  name: 'disk',
  limitMs: 10_000,
  run: async (deps) => {
    const { databaseUrl, dataDir, backup } = deps.config;
    if (databaseUrl) {
      return [skipped('os dados estão no servidor de DATABASE_URL: veja lá o disco e as cópias')];
    }
    const found = [await spaceOf('DATA_DIR', resolve(dataDir))];
    if (!backup) {
      const advice = 'defina BACKUP_DIR em outro disco (docs/operating/backup.md)';
      return [...found, warning('não há cópia de segurança (BACKUP_DIR)', advice)];
    }
    const backupDir = resolve(backup.dir);
    return [...found, await spaceOf('BACKUP_DIR', backupDir), await ageOf(deps, backupDir)];
  },
};

/** Checks a folder. A missing one is no fault if the first start can create it. */
async function spaceOf(name: string, folder: string): Promise<Found> {
  const existing = nearest(folder);
  try {
    if (existing === folder) await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return failure(
      `não é possível gravar em ${name} (${folder}): ${reasonOf(error)}`,
      'rode com o usuário do gateway, ou dê a ele a pasta',
    );
  }
  const { bsize, blocks, bavail, files, ffree } = await statfs(existing);
  const space = {
    total: blocks * bsize,
    free: bavail * bsize,
    filesTotal: files,
    filesFree: ffree,
  };
  return judgeSpace(`${name} (${folder})`, space);
}

function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

export interface Space {
  /** Bytes. */
  readonly total: number;
  readonly free: number;
  readonly filesTotal: number;
  readonly filesFree: number;
}

/** Judges the free space of a disk. */
export function judgeSpace(where: string, { total, free, filesTotal, filesFree }: Space): Found {
  const share = total === 0 ? 1 : free / total;
  const percent = Math.floor(share * 100);
  const message = `${where}: ${inGib(free)} livres (${percent} %)`;
  const advice = 'libere espaço ou aumente o disco; sem espaço o banco de dados para';
  if (filesTotal > 0 && filesFree / filesTotal < FILES_SHARE_MIN) {
    return failure(`${where}: o disco quase não aceita novos arquivos (inodes)`, advice);
  }
  if (free < FREE_FAILURE) return failure(message, advice);
  return free < FREE_WARNING || share < SHARE_WARNING ? warning(message, advice) : ok(message);
}

function inGib(bytes: number): string {
  return `${(bytes / GIB).toFixed(1).replace('.', ',')} GiB`;
}

async function ageOf({ clock }: DoctorDeps, backupDir: string): Promise<Found> {
  const advice = 'veja o log do gateway e rode "cli backup now"';
  try {
    const age = await readBackupAge(backupDir, clock.now());
    const message = `a última cópia de base foi feita há ${Math.floor(age / HOUR_SECONDS)} h`;
    return age > ALERT_RULES.backup_old.above ? failure(message, advice) : ok(message);
  } catch (error) {
    return warning(`a última cópia não pôde ser lida: ${reasonOf(error)}`, advice);
  }
}
