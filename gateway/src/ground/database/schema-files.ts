import { readdir, readFile } from 'node:fs/promises';
import { type BucketId, HOME_BUCKET, searchPathOf } from './bucket-id.ts';
import type { Transaction } from './database-types.ts';

const SCHEMA = new URL('../../../schema/', import.meta.url);
const FILE_NAME = /^\d{2}-[a-z-]+\.sql$/;
/** The statements before this line of a file run once, those after it in each bucket. */
const IN_EACH_BUCKET = /^-- In each bucket\.$/m;

interface SchemaFile {
  readonly shared: string;
  readonly ofBucket: string;
}

let cachedFiles: Promise<readonly SchemaFile[]> | undefined;

/** Makes the functions and tables that all buckets share. The first bucket has its schema. */
export async function createSharedTables(tx: Transaction): Promise<void> {
  await tx.script(`set local search_path = public, ${HOME_BUCKET}`);
  // The body of a function may name a table of a bucket, which is made later.
  await tx.script('set local check_function_bodies = off');
  for (const { shared } of await schemaFiles()) await tx.script(shared);
}

/** Makes the tables of a bucket in its schema, which is empty. */
export async function createBucketTables(tx: Transaction, bucketId: BucketId): Promise<void> {
  await tx.script(`set local search_path = ${searchPathOf(bucketId)}`);
  for (const { ofBucket } of await schemaFiles()) await tx.script(ofBucket);
}

function schemaFiles(): Promise<readonly SchemaFile[]> {
  cachedFiles ??= readSchema();
  return cachedFiles;
}

async function readSchema(): Promise<readonly SchemaFile[]> {
  const names = (await readdir(SCHEMA)).filter((name) => FILE_NAME.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, SCHEMA), 'utf8');
      const [shared = '', ofBucket = ''] = text.split(IN_EACH_BUCKET);
      return { shared, ofBucket };
    }),
  );
}
