import { call } from '../call.ts';
import type { Session } from '../session.ts';
import type { Arguments, Field } from './check-arguments.ts';

const LIMIT_DEFAULT = 20;
const AMOUNT_MAX = 999_999_999_999;

/** An amount in centavos. */
export const amountField = (description: string): Field => ({
  type: 'integer',
  description,
  minimum: 1,
  maximum: AMOUNT_MAX,
});
/** An id of the gateway. */
export const id = (what: string): Field => ({
  type: 'string',
  description: what,
  pattern: '^[0-9a-fA-F-]{36}$',
});
export const text = (description: string, maxLength = 200): Field => ({
  type: 'string',
  description,
  minLength: 1,
  maxLength,
});
/** The arguments of a list. */
export const PAGE = {
  limit: {
    type: 'integer',
    description: 'Quantos no máximo',
    minimum: 1,
    maximum: 100,
  },
  cursor: text('O next_cursor da página anterior', 1_000),
} as const satisfies Record<string, Field>;

export const path = (value: unknown): string => encodeURIComponent(String(value));

/** Reads a list by the arguments that are given. */
export function readList(session: Session, address: string, given: Arguments): Promise<object> {
  const query = new URLSearchParams({ limit: String(LIMIT_DEFAULT) });
  for (const [name, value] of Object.entries(given)) query.set(name, String(value));
  return call(session, 'GET', `${address}?${query}`);
}
