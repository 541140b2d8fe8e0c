import { request as requestHttp } from 'node:http';
import { type Agent, request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The JSON object of the answer; undefined for anything else. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export interface Sending {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly agent?: Agent | undefined;
}

/** Sends a request with exactly these headers and this path, which fetch would change. */
export function sendTo(url: string, { method, headers, body, agent }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, ...(agent && { agent }) };
    const outgoing = url.startsWith('https:')
      ? requestHttps(url, options)
      : requestHttp(url, options);
    outgoing.on('error', reject);
    outgoing.on('response', async (incoming) => {
      const written = await text(incoming);
      resolve({ status: incoming.statusCode ?? 0, text: written, body: readJson(written) });
    });
    outgoing.end(body);
  });
}

function readJson(written: string): Answer['body'] {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
