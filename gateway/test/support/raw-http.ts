/** An answer as it came over the connection. */
export interface Wire {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The answers in the bytes of a connection; interim ones are left out. */
export function parseAnswers(bytes: Buffer): Wire[] {
  const answers: Wire[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const text = rest.subarray(end + 4, end + 4 + length).toString();
    if (status !== 100) answers.push({ status, headers, text });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}

/** The bytes of a request. */
export function request(method: string, path: string, headers: object, body: Buffer): Buffer {
  const lines = Object.entries({ host: 'x', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
