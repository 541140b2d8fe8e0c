import { assertOutsideTransaction } from '#src/ground/database/transaction-scope.ts';
import type { Logger } from '#src/ground/log.ts';
import { EMPTY_RECORD, type PublicRecord, readPublicRecord } from './public-record.ts';

const TIMEOUT_MS = 3_000;
const BYTES_MAX = 64 * 1_024;

/** The addresses of public sources, with `{cnpj}` or `{cep}` in them; undefined for none. */
export interface LookUpSources {
  readonly cnpjUrl: string | undefined;
  readonly cepUrl: string | undefined;
}

/**
 * Asks a public source. Without a source, and when it fails, takes longer than three seconds or
 * knows nothing, every field is null: a look-up never stops a registration.
 */
export async function askSource(
  url: string | undefined,
  { name, value }: { readonly name: 'cnpj' | 'cep'; readonly value: string },
  logger: Logger,
): Promise<PublicRecord> {
  if (url === undefined) return EMPTY_RECORD;
  assertOutsideTransaction();
  try {
    const response = await fetch(url.replace(`{${name}}`, encodeURIComponent(value)), {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? readPublicRecord(JSON.parse(await textOf(response))) : EMPTY_RECORD;
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    // Without the address: it has the number that was looked up.
    logger.warn({ source: name, reason }, 'a public source did not answer');
    return EMPTY_RECORD;
  }
}

/** The body as text. Throws a RangeError for one above 64 KiB. */
async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > BYTES_MAX) throw new RangeError('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
