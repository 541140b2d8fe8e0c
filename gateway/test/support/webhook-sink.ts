import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { AppContext } from '#src/host/context.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import type { Cleanup } from './cleanup.ts';

/** A webhook that arrived, with its exact bytes as text. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  readonly event: { id: string; event: string; sequence: number; data: Record<string, unknown> };
}

/** A receiver of webhooks whose answers a test decides. */
export interface WebhookSink {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Sets how every later webhook is answered; the default is 204. */
  answerWith(answer: (webhook: ReceivedWebhook, response: ServerResponse) => void): void;
}

export async function startWebhookSink(context: Cleanup): Promise<WebhookSink> {
  const received: ReceivedWebhook[] = [];
  let answer = (_webhook: ReceivedWebhook, response: ServerResponse): void => {
    response.writeHead(204).end();
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const rawBody = Buffer.concat(chunks).toString('utf8');
    const webhook = {
      path: request.url ?? '',
      headers: request.headers,
      rawBody,
      event: JSON.parse(rawBody),
    };
    received.push(webhook);
    answer(webhook, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the sink has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    answerWith: (next) => {
      answer = next;
    },
  };
}

/** A receiver of the test webhooks of a merchant. */
export async function openEndpoint(
  context: Cleanup,
  { appContext }: { readonly appContext: AppContext },
  { merchantId }: Pick<Merchant, 'merchantId'>,
): Promise<WebhookSink> {
  const sink = await startWebhookSink(context);
  const targetRules = { allowPrivateAddresses: true, allowPlainHttp: true };
  const scope = { merchantId, environment: 'test', isSandbox: false } as const;
  const target = { url: `${sink.url}/in` };
  await createEndpoint({ ...appContext, targetRules }, scope, target, commandActor);
  return sink;
}
