/** A fenced block of a page. */
export interface CodeBlock {
  readonly page: string;
  readonly line: number;
  /** The first word behind the fence: `sh`, `json`; `shell` when there is none. */
  readonly language: string;
  /** The words after it: what a JSON shows, such as `answer getBalance`. */
  readonly subject: readonly string[];
  readonly code: string;
}

/** The fenced blocks of a page, in order. */
export function codeBlocksOf(page: string, text: string): readonly CodeBlock[] {
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, words = '', code = ''] = match;
    const [language = 'shell', ...subject] = words.split(/\s+/).filter((word) => word !== '');
    const line = text.slice(0, match.index).split('\n').length;
    return { page, line, language, subject, code };
  });
}

/** Where a block stands, for a message. */
export function placeOf({ page, line, language }: CodeBlock): string {
  return `${page}:${line} (${language || 'no language'})`;
}

const GUIDE_CODE = 'gateway/test/processes/guide-code.test.ts';
const RECIPES = 'gateway/test/processes/guide-recipes.test.ts';
const SCENARIOS = 'gateway/test/api/guide-scenarios.test.ts';
const REQUESTS = ['sh', 'ts', 'python', 'php'];

/** The test that executes all blocks of these languages of a page. Its text names the page. */
interface RunBy {
  readonly page: string;
  readonly languages: readonly string[];
  readonly test: string;
}

function runBy(test: string, languages: readonly string[], ...pages: readonly string[]): RunBy[] {
  return pages.map((page) => ({ page, languages, test }));
}

function guidePages(...names: readonly string[]): readonly string[] {
  return names.map((name) => `docs/guia/${name}.md`);
}

/**
 * Who executes the requests and programs of each page. A program in a page that is not here fails
 * the test of structure.
 */
export const RUN_BY: readonly RunBy[] = [
  ...runBy(GUIDE_CODE, ['console'], 'README.md'),
  ...runBy(GUIDE_CODE, REQUESTS, ...guidePages('primeira-cobranca', 'saques', 'devolucoes')),
  ...runBy(GUIDE_CODE, REQUESTS, ...guidePages('splits', 'saldo', 'contestacoes', 'eventos')),
  ...runBy(GUIDE_CODE, REQUESTS, ...guidePages('cobranca-com-vencimento')),
  ...runBy(GUIDE_CODE, REQUESTS, ...guidePages('assinaturas-por-api')),
  ...runBy(GUIDE_CODE, ['sh', 'ts', 'python'], ...guidePages('paginacao')),
  ...runBy(GUIDE_CODE, ['js', 'python', 'php'], ...guidePages('webhooks')),
  ...runBy('gateway/test/processes/event-feed.test.ts', ['js'], ...guidePages('eventos')),
  ...runBy(
    'gateway/test/processes/approval-sample.test.ts',
    ['js'],
    ...guidePages('limites-e-aprovacao-de-saques'),
  ),
  ...runBy(
    'gateway/test/browser/guide.test.ts',
    ['html', 'js'],
    ...guidePages('pagina-de-pagamento'),
  ),
  ...runBy(
    GUIDE_CODE,
    ['sh'],
    ...guidePages('clientes', 'lembretes', 'relogios-de-teste', 'links-de-pagamento'),
  ),
  ...runBy(GUIDE_CODE, ['sh'], ...guidePages('cobrancas-em-lote')),
  ...runBy('gateway/test/api/api-pix-guide.test.ts', ['sh'], ...guidePages('api-pix')),
  ...runBy(SCENARIOS, ['sh'], ...guidePages('cenarios-de-teste')),
  ...runBy(SCENARIOS, ['sh', 'js'], ...guidePages('exame-de-webhook')),
  ...runBy(
    'gateway/test/processes/test-clock-sample.test.ts',
    ['js'],
    ...guidePages('relogios-de-teste', 'cobranca-com-vencimento', 'assinaturas-por-api'),
  ),
  ...runBy(
    RECIPES,
    ['js', 'python', 'php', 'sh'],
    ...guidePages('receitas/loja', 'receitas/marketplace', 'receitas/assinatura'),
    ...guidePages('receitas/doacao', 'receitas/ponto-de-venda'),
  ),
  ...runBy('sdk/test/readmes.ts', ['js'], ...guidePages('sdks')),
  ...runBy('sdk/test/readmes.ts', ['ts'], 'sdk/typescript/README.md'),
  ...runBy('sdk/test/readmes.ts', ['python'], 'sdk/python/README.md'),
  ...runBy('sdk/test/readmes.ts', ['php'], 'sdk/php/README.md'),
  ...runBy('sdk/test/readmes.ts', ['go'], 'sdk/go/README.md'),
  ...runBy(
    'sdk/test/other-languages.test.ts',
    ['go', 'java', 'ruby', 'csharp'],
    ...guidePages('outras-linguagens'),
  ),
  ...runBy(
    'gateway/test/api/guide-scenarios.test.ts',
    ['sh', 'js'],
    ...guidePages('cenarios-de-teste', 'exame-de-webhook'),
  ),
  ...runBy('developer-cli/test/stories/guide.ts', ['sh', 'js'], ...guidePages('pix')),
  ...runBy('bank-simulator/test/readme.test.ts', ['ts'], 'bank-simulator/README.md'),
];

/** The languages whose blocks are checked without being executed, and why they are not. */
export const NOT_EXECUTED: Readonly<Record<string, string>> = {
  json: 'it is data: it is compared with the API document',
  sse: 'it is data: each line has the form of a server-sent event',
  http: 'it is a request as it arrives: its lines are parsed',
  shell: 'it installs or changes machines: its syntax, scripts, commands and folders are checked',
  env: 'these are settings of a machine: their names are those that the gateway reads',
  yaml: 'it configures another program: it is parsed',
  ini: 'it configures another program: it is parsed',
  nginx: 'it configures another program: its blocks and statements are parsed',
  systemd: 'it configures another program: it is parsed like ini',
  sql: 'it creates roles and changes settings of a server: PostgreSQL parses it',
  crontab: 'it runs at a time of the day: its five fields and the command are parsed',
  text: 'it is a drawing or the output of a program',
  mermaid: 'it is a drawing',
  doors: 'it lists files of a room: they are compared with the imports',
};

/** The test that examines the receivers of webhooks of a page with the webhook exam. */
export const EXAMINED_BY: Readonly<Record<string, string>> = {
  'docs/guia/webhooks.md': GUIDE_CODE,
  'docs/guia/exame-de-webhook.md': SCENARIOS,
  'docs/guia/receitas/loja.md': RECIPES,
  'docs/guia/outras-linguagens.md': 'sdk/test/other-languages.test.ts',
  'docs/guia/pix.md': 'developer-cli/test/stories/guide.ts',
};

/** The servers of pages that receive no webhooks of a merchant, and why. */
export const NO_RECEIVER: Readonly<Record<string, string>> = {
  'docs/guia/limites-e-aprovacao-de-saques.md': 'it answers questions about payouts',
  'docs/guia/receitas/doacao.md': 'it reads its payments from the gateway',
  'sdk/php/README.md': 'its function is part of a framework; the examples of the SDKs are examined',
  'docs/guia/relogios-de-teste.md': 'it stands in for a shop inside a test, at a port of the test',
};

/** What a program of the pages starts a server with, or receives a request with. */
export const STARTS_SERVER =
  /createServer\(|HTTPServer\(|php:\/\/input|ListenAndServe\(|HttpServer\.create|^run\(|app\.Run\(/m;

/** A request's idempotency key or `external_id` that is the same each time the example runs. */
const FIXED_KEY =
  /(?:Idempotency-Key: |(?:idempotencyKey|idempotency_key|['"]?external_id['"]?)\s*(?::|=>|=)\s*['"])([\w-]+)['"]/g;

/**
 * The fixed keys and ids that a block sends. A name in capitals, such as INTERNAL_ID, is replaced by
 * the reader.
 */
export function fixedKeysOf({ code }: CodeBlock): readonly string[] {
  const keys = [...code.matchAll(FIXED_KEY)].map(([, key = '']) => key);
  return keys.filter((key) => !/[A-Z]{2,}/.test(key));
}
