import type pg from 'pg';

type Done = (error: Error | null | undefined, result?: unknown) => void;
type Send = (query: unknown, values: unknown, done: Done) => void;

/**
 * Gives each query of a client a time limit (0 is none), after which the query fails and the
 * connection ends: the queries behind it in the pipeline would get no answer either.
 *
 * The driver's own limit (`query_timeout`) and its promises assign a function literal to a property
 * of each query. V8 allocates such a function among the old objects. The young collections then
 * kept everything that it refers to: the rows, and the requests that wait for them.
 */
export function limitQueries(client: pg.Client, limitMs: number): void {
  const send = client.query.bind(client) as unknown as Send;

  function sendLimited(query: unknown, values: unknown, done: Done): void {
    if (limitMs === 0) {
      send(query, values, done);
      return;
    }
    let isOver = false;
    const timer = setTimeout(() => {
      end(new Error('Query read timeout'));
      client.connection.stream.destroy();
    }, limitMs);
    function end(error: Error | null | undefined, result?: unknown): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      done(error, result);
    }
    send(query, values, end);
  }

  function query(first: unknown, second?: unknown, third?: unknown): unknown {
    const hasCallback = typeof second === 'function';
    const values = hasCallback ? undefined : second;
    const done = (hasCallback ? second : third) as Done | undefined;
    if (done !== undefined) return sendLimited(first, values, done);
    return new Promise((resolve, reject) => {
      sendLimited(first, values, (error, result) => (error ? reject(error) : resolve(result)));
    }).catch(throwFromCaller);
  }

  client.query = query as typeof client.query;
}

/** Throws an error of a query with the stack of its caller instead of the socket's. */
export function throwFromCaller(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
