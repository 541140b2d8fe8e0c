import { markdownAddress } from './page-html.ts';
import type { Guide, GuidePage } from './pages.ts';

/** The address that the pages use in examples; the gateway replaces it with its own. */
const BASE = 'http://localhost:3000';

const INTRODUCTION = `# pix-gateway

> Gateway de pagamentos Pix: cobranças com QR code, webhooks assinados, splits, saques e devoluções.

- Valores são inteiros em centavos; instantes são ISO 8601 em UTC.
- Toda requisição leva os cabeçalhos \`client-id\` e \`client-secret\`; o prefixo da chave escolhe teste ou produção.
- Envie \`Idempotency-Key\` em toda criação e repita com a mesma chave quando não houver resposta.
- Trate os erros pelo \`code\`. Confirme um pagamento pelo webhook assinado ou por \`GET /v1/events\`.
`;

/** An index of the guide for language models, by the convention of llmstxt.org. */
export function llmsIndex({ pages, groups }: Guide): string {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const lists = groups.map(({ title, links }) => {
    const rows = links.map(({ name, title: text }) => {
      const page = byName.get(name);
      return `- [${text}](${BASE}${markdownAddress(name)})${page ? summaryOf(page) : ''}`;
    });
    return `## ${title}\n\n${rows.join('\n')}\n`;
  });
  return `${INTRODUCTION}
${lists.join('\n')}
## Optional

- [Documento OpenAPI 3.1](${BASE}/openapi.json): cada operação, campo e erro
- [Documento AsyncAPI 3.0](${BASE}/asyncapi.json): cada evento, com os campos do corpo
- [O guia inteiro em um arquivo](${BASE}/guia/llms-full.txt)
- [Coleção Bruno](${BASE}/guia/bruno.zip): todas as operações, prontas para enviar
- [Coleção Postman](${BASE}/guia/postman.json): as mesmas
`;
}

/** The first sentence of a page. */
function summaryOf({ sections }: GuidePage): string {
  const text = sections.map((section) => section.text.trim()).find((one) => one !== '');
  const [sentence = ''] = /^.*?[.:](?= |$)/.exec(text ?? '') ?? [];
  return sentence === '' ? '' : `: ${sentence.replace(/[.:]$/, '')}`;
}

/** The whole guide as one text, in the order of the menu; the pages of errors come last. */
export function wholeGuide({ pages, groups }: Guide): string {
  const order = ['', ...groups.flatMap(({ links }) => links.map(({ name }) => name))];
  const sorted = [...pages].sort((left, right) => rank(left, order) - rank(right, order));
  return sorted.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n');
}

function rank({ name }: GuidePage, order: readonly string[]): number {
  const index = order.indexOf(name);
  return index === -1 ? order.length : index;
}
