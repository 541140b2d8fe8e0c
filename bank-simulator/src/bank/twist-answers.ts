import type { ApiOperation } from './faults.ts';

/** An answer, or a call-back, before it is sent. */
export interface Outgoing {
  readonly status: number;
  readonly contentType: string;
  /** Undefined for an answer that is no JSON. */
  readonly body: unknown;
  /** Replaces the body when it is given. */
  readonly text?: string;
}

/** A way in which a bank differs from the document. */
export interface Deviation {
  readonly on: readonly (ApiOperation | 'callback')[];
  readonly twist?: (outgoing: Outgoing) => Partial<Outgoing>;
  /** Which answers are changed; by default the successes. */
  readonly twists?: 'successes' | 'refusals' | 'both';
  /** Parameters of the query that the bank doesn't look at. */
  readonly ignores?: readonly string[];
  /** Call-backs go to the registered address itself. */
  readonly dropsPath?: true;
}

export type Json = Record<string, unknown>;
type Change = (value: unknown, name: string, holder: Json) => void;

/** Changes a field of the body; `*` stands for each item of a list. */
export function at(path: string, change: Change) {
  return ({ body }: Outgoing): Partial<Outgoing> => {
    const copy = structuredClone(body);
    changeAt(copy, path.split('.'), change);
    return { body: copy };
  };
}

function changeAt(value: unknown, [name = '', ...rest]: readonly string[], change: Change): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Json;
  for (const key of name === '*' ? Object.keys(holder) : [name]) {
    if (rest.length > 0) changeAt(holder[key], rest, change);
    else if (key in holder) change(holder[key], key, holder);
  }
}

export const drop: Change = (_value, name, holder) => void delete holder[name];
export const asNumber: Change = (value, name, holder) =>
  void Object.assign(holder, { [name]: Number(value) });
export const asText: Change = (value, name, holder) =>
  void Object.assign(holder, { [name]: String(value) });
export const becomes =
  (other: unknown): Change =>
  (_value, name, holder) =>
    void Object.assign(holder, { [name]: other });
export const edit =
  (editor: (text: string) => string): Change =>
  (value, name, holder) =>
    void Object.assign(holder, { [name]: editor(String(value)) });
export const renamed =
  (other: string): Change =>
  (value, name, holder) => {
    delete holder[name];
    holder[other] = value;
  };

export const withStatus = (status: number) => () => ({ status });
export const forbidden = () => ({
  status: 403,
  contentType: 'application/problem+json',
  body: {
    type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado',
    title: 'Acesso negado',
    status: 403,
  },
});
export const refusal = (body: unknown, contentType = 'application/json') => ({ contentType, body });
export const nothingFound = {
  status: 404,
  ...refusal({
    type: 'https://pix.bcb.gov.br/api/v2/error/NaoEncontrado',
    title: 'Vazio',
    status: 404,
  }),
};

/** Why the request is refused, in words; a fixed text for an answer that gives no reason. */
export const detailOf = ({ body }: Outgoing) => String((body as Json)?.detail ?? 'não encontrado');
