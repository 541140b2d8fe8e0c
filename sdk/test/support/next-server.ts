import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

/**
 * Serves the route handlers of the Next example as Next does, with `Request` and `Response`, so
 * that Next itself need not be installed. Arguments: the folder of the example.
 */
type Handler = (request: Request) => Promise<Response>;

const [, , folder = '.'] = process.argv;
// `next build` loads the routes without the settings.
const settings = Object.entries(process.env).filter(([name]) => name.startsWith('PIX_'));
for (const [name] of settings) delete process.env[name];
const load = (path: string): Promise<Record<string, Handler>> =>
  import(pathToFileURL(`${folder}/app/api/${path}/route.js`).href);
const routes = { '/pedidos': await load('pedidos'), '/webhooks': await load('webhooks') };
Object.assign(process.env, Object.fromEntries(settings));

createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const handler = routes[url.pathname as keyof typeof routes]?.[incoming.method ?? ''];
  const request = new Request(url, {
    method: incoming.method ?? 'GET',
    headers: incoming.headers as Record<string, string>,
    ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
  });
  const response = handler ? await handler(request) : new Response(null, { status: 404 });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}).listen(Number(process.env.PORT), '127.0.0.1');
