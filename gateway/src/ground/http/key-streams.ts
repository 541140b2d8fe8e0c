import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors/problems.ts';
import { fieldText } from '../errors/texts/field-text.ts';
import { isId } from '../ids.ts';
import type { LimitedHolder } from '../work/concurrency-limits.ts';
import type { StreamRequest } from './stream-hub.ts';

const STREAMS_PER_KEY = 5;
/** More than for other keys, because all visitors share the sandbox's key. */
const STREAMS_OF_SANDBOX = 200;
const STREAMS_PER_ADDRESS = 10;
const STREAMS_PER_MERCHANT = 20;
/** The most open streams of one kind that are read with keys. */
export const KEY_STREAMS_MAX = 1_000;

/** A reader with a key. */
export interface KeyReader extends StreamRequest {
  readonly merchantId: string;
  readonly clientId: string;
  readonly isSandbox: boolean;
  /** The reader's network (`clientNetwork`). */
  readonly address: string;
}

/** The limits of open streams of a reader with a key. */
export function holdersOfKey(reader: KeyReader): readonly LimitedHolder[] {
  const { merchantId, clientId, isSandbox, address } = reader;
  return [
    { name: `key ${clientId}`, max: isSandbox ? STREAMS_OF_SANDBOX : STREAMS_PER_KEY },
    { name: `address ${address}`, max: STREAMS_PER_ADDRESS },
    {
      name: `merchant ${merchantId}`,
      max: isSandbox ? STREAMS_OF_SANDBOX : STREAMS_PER_MERCHANT,
    },
  ];
}

/**
 * The id of the last message that the reader has, from `Last-Event-ID`. Refuses `invalid_request`
 * for a text that is not an id.
 */
export function lastEventId({ headers }: FastifyRequest): string | undefined {
  const last = headers['last-event-id'];
  if (last === undefined || last === '') return undefined;
  if (typeof last === 'string' && isId(last)) return last;
  const fields = [{ field: 'Last-Event-ID', message: fieldText((texts) => texts.id) }];
  throw new Refusal('invalid_request', { fields });
}
