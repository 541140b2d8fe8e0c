import { Type } from 'typebox';
import { oneOf } from './text-schemas.ts';

/** The environment in a path of the panel. */
export const EnvironmentParams = Type.Object({
  environment: oneOf(['test', 'live'], { description: 'Teste ou produção.' }),
});

/** The cursor of a list, mostly an id in base64url. */
export const PageCursor = Type.String({
  description: 'O next_cursor da página anterior.',
  'x-documented': { pattern: '^[A-Za-z0-9_-]{0,100}$' },
});

/** The cursor of a page, from the answer with the page before it. */
export const CursorQuery = Type.Object({
  cursor: Type.Optional(PageCursor),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
});

/** A day in Brasília, as `2026-11-20`. */
export const Day = Type.String({
  description: 'Um dia em Brasília: 2026-11-20.',
  'x-documented': { format: 'date', pattern: '^20[0-9]{2}-' },
});

/** The header of a change that may be sent twice. The guard of its route checks the key's form. */
export const KeyHeaders = Type.Object({
  'idempotency-key': Type.String({
    description: 'Uma chave por operação: repetida, devolve a mesma resposta por 24 horas.',
    'x-documented': { pattern: '^[A-Za-z0-9_-]{8,128}$' },
  }),
});

/** The answer of a change that has nothing more to say. */
export const Done = Type.Object({ status: Type.Literal('ok') });

/** The value of `Done`. */
export const DONE = { status: 'ok' } as const;

/** The id in a path, where another text gets the refusal that the id names nothing. */
export const IdParams = Type.Object({ id: Type.String({ maxLength: 64 }) });
