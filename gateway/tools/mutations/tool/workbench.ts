import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run, startServer } from '../../../test/support/database-server.ts';
import { type AreaMutation, mutantOf, ROOT } from './mutation.ts';
import { type FileResult, runTestFile } from './run-test-file.ts';

/** A copy of the working tree with a database server of its own, for one mutant at a time. */
export interface Workbench {
  /** Runs a test file of the copy, without a mutation or with one. */
  test(file: string, mutation?: AreaMutation): Promise<FileResult>;
  close(): Promise<void>;
}

const LINKED = /(^|\/)(node_modules|dist)\/$/;

/** Copies the working tree into the folder and starts a database server. */
export async function openWorkbench(folder: string, signal: AbortSignal): Promise<Workbench> {
  const tree = join(folder, 'tree');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  copyTree(tree);
  const stopServer = await startServer();
  const { TEST_DATABASE_SERVER = '', TEST_DATABASE_OWNER = '' } = process.env;
  const env = { ...process.env, TMPDIR: temporary, TEST_DATABASE_SERVER, TEST_DATABASE_OWNER };

  async function dropDatabases(): Promise<void> {
    const left = await run(
      TEST_DATABASE_OWNER,
      `select datname from pg_database where datname like 'test\\_%' and not datistemplate`,
    );
    for (const { datname } of left)
      await run(TEST_DATABASE_OWNER, `drop database "${datname}" with (force)`);
  }

  return {
    async test(file, mutation) {
      const restore = mutation ? apply(mutation, tree) : undefined;
      try {
        return await runTestFile({ tree, file, env, signal });
      } finally {
        restore?.();
        // A test file that was ended at its first failure has not dropped its databases.
        await dropDatabases();
      }
    },
    close: stopServer,
  };
}

/** Writes the broken file, and returns a function that writes the right one again. */
function apply(mutation: AreaMutation, tree: string): () => void {
  const target = join(tree, mutation.file);
  const right = readFileSync(target);
  writeFileSync(target, mutantOf(mutation, tree).content);
  return () => writeFileSync(target, right);
}

/** Copies what git has or would add, and links installed modules and built pages. */
function copyTree(tree: string): void {
  const list = (...words: string[]): string[] => {
    const output = execFileSync('git', ['ls-files', '-z', '--exclude-standard', ...words], {
      cwd: ROOT,
      encoding: 'utf8' as const,
      maxBuffer: 2 ** 26,
    });
    return output.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
  };
  for (const path of list('--cached', '--others')) cpSync(join(ROOT, path), join(tree, path));
  for (const path of list('--others', '--ignored', '--directory')) {
    if (!LINKED.test(path)) continue;
    const link = join(tree, path.slice(0, -1));
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, path), link);
  }
}
