declare global {
  interface Window {
    /** The answers that were requested before the panel's code had loaded, by address. */
    earlyAnswers?: Map<string, Promise<Response>>;
  }
}

/** Like `fetch`; the first request of an address takes the answer that was requested early. */
export function fetchOrTakeEarly(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const early = request.method === 'GET' ? window.earlyAnswers?.get(pathname + search) : undefined;
  window.earlyAnswers?.delete(pathname + search);
  return early ?? fetch(request);
}
