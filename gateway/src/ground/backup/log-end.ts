import type { CopiedFile } from './copy-archive.ts';
import { findGap, LOG_FILE_BYTES, nameAt, positionOf } from './log-archive.ts';

const FILE_BYTES = BigInt(LOG_FILE_BYTES);

/** How much of the archived log a recovery could use. */
export interface LogUse {
  /** The paths of files that can't be read completely. */
  readonly damagedLogs: readonly string[];
  /** A file that is missing in the archive between the base backup and the newest file. */
  readonly missingLog: string | undefined;
  /** The file at which the recovery ended early; undefined: it replayed the whole archive. */
  readonly endedAtLog: string | undefined;
}

/**
 * Compares where a recovery ended with the files of the archive.
 * @param replayedTo the position after the last record, as PostgreSQL writes it: `0/3000060`.
 */
export function judgeLogUse(
  files: readonly CopiedFile[],
  firstWalFile: string,
  replayedTo: string,
): LogUse {
  const damagedLogs = files.filter(({ isDamaged }) => isDamaged).map(({ path }) => path);
  const use = { damagedLogs, missingLog: findGap(files, firstWalFile), endedAtLog: undefined };
  // A recovery follows the newest timeline, which is the last by its name.
  const last = files
    .map(({ name }) => name)
    .sort()
    .at(-1);
  const end = bytesAt(replayedTo);
  // A record ends after the beginning of its file.
  if (last === undefined || end > positionOf(last) * FILE_BYTES) return use;
  const position = end / FILE_BYTES;
  // A record that begins in one file and ends in a damaged one ends the recovery, too.
  const intact = files.filter(({ isDamaged }) => !isDamaged);
  const gap = findGap([...intact, { name: last }], firstWalFile);
  const isThere = gap !== undefined && positionOf(gap) >= position;
  return { ...use, endedAtLog: isThere ? gap : nameAt(last, position) };
}

function bytesAt(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
