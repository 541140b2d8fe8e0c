import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../encryption/encryption.ts';
import type { Database, Queryable, Transaction } from './database.ts';

const CONTEXT = 'installation';
const PLAIN = 'this key opens this database';
const KEEP = {
  name: 'installation_keep',
  text: 'insert into installation (sealed_check) values ($1) on conflict do nothing',
};
const READ = { name: 'installation_read', text: 'select sealed_check from installation' };
const READ_MARK = {
  name: 'installation_read_mark',
  text: 'select sandbox_user_mark as mark from installation',
};
const WRITE_MARK = {
  name: 'installation_write_mark',
  text: 'update installation set sandbox_user_mark = $1',
};

const RECEIPT_KEY_CONTEXT = 'installation receipt key';
const RECEIPT_KEY_BYTES = 32;
const READ_RECEIPT_KEY = {
  name: 'installation_read_receipt_key',
  text: 'select sealed_receipt_key as sealed from installation',
};
const KEEP_RECEIPT_KEY = {
  name: 'installation_keep_receipt_key',
  text: 'update installation set sealed_receipt_key = $1 where sealed_receipt_key is null',
};

const PAYLOAD_KEY_CONTEXT = 'installation payload key';
const READ_PAYLOAD_KEY = {
  name: 'installation_read_payload_key',
  text: 'select sealed_payload_key as sealed from installation',
};
const KEEP_PAYLOAD_KEY = {
  name: 'installation_keep_payload_key',
  text: 'update installation set sealed_payload_key = $1 where sealed_payload_key is null',
};

const TAKE_LOCATION_BLOCK = {
  name: 'installation_take_location_block',
  text: 'update installation set location_blocks = location_blocks + 1 returning location_blocks',
};

/**
 * Whether the encryption key opens the value that the first start sealed and stored. The first call
 * stores this value. Throws errors of the database.
 */
export async function checkEncryptionKey(
  database: Database,
  secretBox: SecretBox,
): Promise<boolean> {
  await database.transaction((tx) => tx.query(KEEP, [secretBox.seal(PLAIN, CONTEXT)]));
  const opens = await opensDatabase(database, secretBox);
  if (opens === undefined) throw new Error('the installation has no check');
  return opens;
}

/** As `checkEncryptionKey`, without storing a value; undefined before the first start. */
export async function opensDatabase(
  database: Queryable,
  secretBox: SecretBox,
): Promise<boolean | undefined> {
  const [row] = await database.query<{ sealed_check: Buffer }>(READ, []);
  if (!row) return undefined;
  try {
    return secretBox.open(row.sealed_check, CONTEXT) === PLAIN;
  } catch {
    return false;
  }
}

/** The mark of the last check of the sandbox user's password. */
export async function readSandboxUserMark(database: Queryable): Promise<string | undefined> {
  const [row] = await database.query<{ mark: string | null }>(READ_MARK, []);
  return row?.mark ?? undefined;
}

export function writeSandboxUserMark(tx: Transaction, mark: string): void {
  tx.send(WRITE_MARK, [mark]);
}

/**
 * Reads the key pair by which payloads of the test environment are signed, as `make` returned it.
 * The first call makes it. Two processes that make it at once both get the stored one. Throws
 * errors of the database.
 */
export async function readPayloadKey(
  database: Database,
  secretBox: SecretBox,
  make: () => Promise<string>,
): Promise<string> {
  const stored = await openPayloadKey(database, secretBox);
  if (stored !== undefined) return stored;
  await database.query(KEEP_PAYLOAD_KEY, [secretBox.seal(await make(), PAYLOAD_KEY_CONTEXT)]);
  const kept = await openPayloadKey(database, secretBox);
  if (kept === undefined) throw new Error('the installation has no payload key');
  return kept;
}

/** The key pair that signs payloads; undefined until the first payload. Throws as `open` does. */
export async function openPayloadKey(
  database: Queryable,
  secretBox: SecretBox,
): Promise<string | undefined> {
  const [row] = await database.query<{ sealed: Buffer | null }>(READ_PAYLOAD_KEY, []);
  return row?.sealed ? secretBox.open(row.sealed, PAYLOAD_KEY_CONTEXT) : undefined;
}

/** The number of a block of numbers for ids of locations, which no other process has. */
export async function takeLocationBlock(database: Queryable): Promise<bigint> {
  const [row] = await database.query<{ location_blocks: bigint }>(TAKE_LOCATION_BLOCK, []);
  if (!row) throw new Error('the installation has no row');
  return row.location_blocks;
}

/**
 * Reads the key of the authentication codes of receipts, 32 bytes. The first call makes it. Two
 * processes that make it at once both get the stored key. Throws errors of the database.
 */
export async function readReceiptKey(database: Database, secretBox: SecretBox): Promise<Buffer> {
  const stored = await openReceiptKey(database, secretBox);
  if (stored) return stored;
  const sealed = secretBox.sealBytes(randomBytes(RECEIPT_KEY_BYTES), RECEIPT_KEY_CONTEXT);
  await database.query(KEEP_RECEIPT_KEY, [sealed]);
  const kept = await openReceiptKey(database, secretBox);
  if (!kept) throw new Error('the installation has no receipt key');
  return kept;
}

async function openReceiptKey(
  database: Queryable,
  secretBox: SecretBox,
): Promise<Buffer | undefined> {
  const [row] = await database.query<{ sealed: Buffer | null }>(READ_RECEIPT_KEY, []);
  return row?.sealed ? secretBox.openBytes(row.sealed, RECEIPT_KEY_CONTEXT) : undefined;
}
