import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../encryption/encryption.ts';
import type { Database, Queryable } from './database-types.ts';
import * as f from './fields.ts';
import { maybeOne, one, paramsOf, run, send, shaped, sql } from './sql.ts';

const CONTEXT = 'installation';
const PLAIN = 'this key opens this database';
const RECEIPT_KEY_CONTEXT = 'installation receipt key';
const RECEIPT_KEY_BYTES = 32;
const PAYLOAD_KEY_CONTEXT = 'installation payload key';

const $ = paramsOf({ sealed: f.bytes, mark: f.text });
const SEALED = { sealed: f.orNull(f.bytes) };

const keepCheck = run(
  'installation_keep',
  sql`insert into installation (sealed_check) values (${$.sealed}) on conflict do nothing`,
);
const readCheck = maybeOne(
  'installation_read',
  { sealedCheck: f.bytes },
  sql`select sealed_check from installation`,
);
const readMark = maybeOne(
  'installation_read_mark',
  { mark: f.orNull(f.text) },
  sql`select sandbox_user_mark as mark from installation`,
);
/** Sends the update of the mark; the commit waits for it. */
export const writeSandboxUserMark = send(
  'installation_write_mark',
  sql`update installation set sandbox_user_mark = ${$.mark}`,
);
const selectReceiptKey = maybeOne(
  'installation_read_receipt_key',
  SEALED,
  sql`select sealed_receipt_key as sealed from installation`,
);
const keepReceiptKey = run(
  'installation_keep_receipt_key',
  sql`update installation set sealed_receipt_key = ${$.sealed} where sealed_receipt_key is null`,
);
const selectPayloadKey = maybeOne(
  'installation_read_payload_key',
  SEALED,
  sql`select sealed_payload_key as sealed from installation`,
);
const keepPayloadKey = run(
  'installation_keep_payload_key',
  sql`update installation set sealed_payload_key = ${$.sealed} where sealed_payload_key is null`,
);
/** The number of a block of numbers for ids of locations, which no other process has. */
export const takeLocationBlock = one(
  'installation_take_location_block',
  shaped({ blocks: f.inColumn('location_blocks', f.bigint) }, ({ blocks }) => blocks),
  sql`update installation set location_blocks = location_blocks + 1 returning location_blocks`,
);

/**
 * Whether the encryption key opens the value that the first start sealed and stored. The first call
 * stores this value. Throws errors of the database.
 */
export async function checkEncryptionKey(
  database: Database,
  secretBox: SecretBox,
): Promise<boolean> {
  await database.transaction((tx) => keepCheck(tx, { sealed: secretBox.seal(PLAIN, CONTEXT) }));
  const opens = await opensDatabase(database, secretBox);
  if (opens === undefined) throw new Error('the installation has no check');
  return opens;
}

/** As `checkEncryptionKey`, without storing a value; undefined before the first start. */
export async function opensDatabase(
  database: Queryable,
  secretBox: SecretBox,
): Promise<boolean | undefined> {
  const row = await readCheck(database);
  if (!row) return undefined;
  try {
    return secretBox.open(row.sealedCheck, CONTEXT) === PLAIN;
  } catch {
    return false;
  }
}

/** The mark of the last check of the sandbox user's password. */
export async function readSandboxUserMark(database: Queryable): Promise<string | undefined> {
  return (await readMark(database))?.mark ?? undefined;
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
  await keepPayloadKey(database, { sealed: secretBox.seal(await make(), PAYLOAD_KEY_CONTEXT) });
  const kept = await openPayloadKey(database, secretBox);
  if (kept === undefined) throw new Error('the installation has no payload key');
  return kept;
}

/** The key pair that signs payloads; undefined until the first payload. Throws as `open` does. */
export async function openPayloadKey(
  database: Queryable,
  secretBox: SecretBox,
): Promise<string | undefined> {
  const row = await selectPayloadKey(database);
  return row?.sealed ? secretBox.open(row.sealed, PAYLOAD_KEY_CONTEXT) : undefined;
}

/**
 * Reads the key of the authentication codes of receipts, 32 bytes. The first call makes it. Two
 * processes that make it at once both get the stored key. Throws errors of the database.
 */
export async function readReceiptKey(database: Database, secretBox: SecretBox): Promise<Buffer> {
  const stored = await openReceiptKey(database, secretBox);
  if (stored) return stored;
  const sealed = secretBox.sealBytes(randomBytes(RECEIPT_KEY_BYTES), RECEIPT_KEY_CONTEXT);
  await keepReceiptKey(database, { sealed });
  const kept = await openReceiptKey(database, secretBox);
  if (!kept) throw new Error('the installation has no receipt key');
  return kept;
}

async function openReceiptKey(
  database: Queryable,
  secretBox: SecretBox,
): Promise<Buffer | undefined> {
  const row = await selectReceiptKey(database);
  return row?.sealed ? secretBox.openBytes(row.sealed, RECEIPT_KEY_CONTEXT) : undefined;
}
