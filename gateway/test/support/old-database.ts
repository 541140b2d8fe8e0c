import { readFile } from 'node:fs/promises';
import pg from 'pg';

const DUMP = new URL('../database/database-of-0.3.0.sql', import.meta.url);

/** Makes an empty database one of 0.3.0: with all its migrations, and without rows. */
export async function restoreOldDatabase(ownerConnectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerConnectionString });
  await client.connect();
  try {
    await client.query(await readFile(DUMP, 'utf8'));
  } finally {
    await client.end();
  }
}
