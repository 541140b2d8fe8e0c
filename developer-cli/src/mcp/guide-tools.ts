import { excerptOf, find, type GuideIndex, openIndex } from '../../../guide/browser/find.js';
import { reach, refusalOf } from '../call.ts';
import { Failure, LOCAL_CODES } from '../failure.ts';
import { readProfiles } from '../profiles.ts';
import type { Session } from '../session.ts';
import { checkSignature } from '../verify-signature.ts';
import type { Arguments } from './check-arguments.ts';
import type { Tool } from './mcp-server.ts';

const TIMEOUT_MS = 30_000;
const TOLERANCE_SECONDS = 300;
const CODE = '^[a-z0-9_]+$';
/** As the addresses of the guide: `webhooks`, `receitas/loja`. */
const PAGE = '^([a-z0-9_-]+/)?[a-zA-Z0-9_-]+$';

/** The tools that need no key: the guide, and the check of a signature. */
export const guideTools: readonly Tool[] = [
  {
    name: 'search_guide',
    title: 'Buscar no guia',
    description: 'Procura palavras no guia do gateway. read_guide lê as páginas encontradas.',
    access: 'guide',
    inputSchema: {
      type: 'object',
      properties: {
        words: {
          type: 'string',
          description: 'Em português: "estorno parcial"',
          minLength: 1,
          maxLength: 200,
        },
      },
      required: ['words'],
      additionalProperties: false,
    },
    run: searchGuide,
  },
  {
    name: 'read_guide',
    title: 'Ler uma página do guia',
    description: 'O Markdown de uma página, com exemplos em curl, TypeScript, Python e PHP.',
    access: 'guide',
    inputSchema: {
      type: 'object',
      properties: {
        page: {
          type: 'string',
          description: 'Como webhooks ou receitas/loja; README é o índice',
          pattern: PAGE,
          maxLength: 100,
        },
      },
      required: ['page'],
      additionalProperties: false,
    },
    run: (session, { page }) => readText(session, `/guia/${page}.md`),
  },
  {
    name: 'explain_error',
    title: 'Explicar um código de erro',
    description: 'Por que um code acontece, o que fazer, e se repetir ajuda.',
    access: 'guide',
    inputSchema: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'Como rate_limited', pattern: CODE, maxLength: 100 },
      },
      required: ['code'],
      additionalProperties: false,
    },
    run: explainError,
  },
  {
    name: 'check_webhook',
    title: 'Conferir a assinatura de um webhook',
    description:
      'Confere X-Service-Signature e corpo de um webhook, e diz o que está errado. O segredo é o ' +
      'de PIX_WEBHOOK_SECRET ou o do pix listen, a menos que um de teste seja informado.',
    access: 'guide',
    inputSchema: {
      type: 'object',
      properties: {
        header: {
          type: 'string',
          description: 'O X-Service-Signature: t=…,v1=…',
          minLength: 1,
          maxLength: 1_000,
        },
        body: { type: 'string', description: 'O corpo exato', maxLength: 100_000 },
        secret: { type: 'string', description: 'Só um segredo de teste', maxLength: 200 },
        tolerance_seconds: {
          type: 'integer',
          description: 'Quanto o horário pode diferir (padrão: 300)',
          minimum: 1,
          maximum: 31_536_000,
        },
      },
      required: ['header', 'body'],
      additionalProperties: false,
    },
    run: async (session, given) => checkWebhook(session, given),
  },
];

async function send(session: Session, path: string): Promise<Response> {
  const response = await reach(session.url, () =>
    fetch(session.url + path, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }),
  );
  if (response.ok) return response;
  if (response.status !== 404) throw await refusalOf(response);
  throw new Failure('refused', `o guia não tem ${path}: procure com search_guide`);
}

async function readText(session: Session, path: string): Promise<string> {
  return (await send(session, path)).text();
}

async function explainError(session: Session, { code }: Arguments): Promise<string> {
  const [, own] = Object.entries(LOCAL_CODES).find(([name]) => name === code) ?? [];
  if (own !== undefined) return `# ${code}\n\nUm erro do próprio pix, e não do gateway: ${own}.\n`;
  return readText(session, `/guia/erros/${code}.md`);
}

/** The index of each gateway, read once. */
const indexes = new Map<string, Promise<GuideIndex>>();

async function searchGuide(session: Session, { words }: Arguments): Promise<object> {
  const { url } = session;
  const reading =
    indexes.get(url) ??
    send(session, '/guia/busca.json').then(async (answer) =>
      openIndex((await answer.json()) as object[]),
    );
  indexes.set(url, reading);
  const index = await reading.catch((error: unknown) => {
    indexes.delete(url);
    throw error;
  });
  const found = find(index, String(words)).map((section) => {
    const [path = '', anchor] = section.id.split('#');
    return {
      page: path.replace(/^\/guia\/?/, '') || 'README',
      ...(anchor !== undefined && { section: anchor }),
      title: section.title === section.page ? section.title : `${section.page}: ${section.title}`,
      excerpt: excerptOf(section),
    };
  });
  return { found };
}

function checkWebhook({ profile }: Session, given: Arguments): object {
  const secret =
    given.secret ?? (process.env.PIX_WEBHOOK_SECRET || (profile?.webhookSecret ?? undefined));
  if (secret === undefined) {
    throw new Failure('usage', 'não há segredo: defina PIX_WEBHOOK_SECRET, ou informe secret');
  }
  const local = Object.entries(readProfiles()).flatMap(([name, { webhookSecret }]) =>
    webhookSecret ? [[`o segredo do pix listen (perfil "${name}")`, webhookSecret] as const] : [],
  );
  const checks = checkSignature({
    header: String(given.header),
    body: Buffer.from(String(given.body)),
    secret: String(secret),
    now: Date.now(),
    toleranceSeconds: Number(given.tolerance_seconds ?? TOLERANCE_SECONDS),
    otherSecrets: Object.fromEntries(local.filter(([, one]) => one !== secret)),
  });
  return { valid: checks.every(({ ok }) => ok), checks };
}
