import type { Page } from 'playwright-core';
import type { Demo } from '../../test/support/demo.ts';
import { LOGGED_OUT_PAGES, merchantPages, OPERATOR_PAGES } from '../../test/support/panel-pages.ts';
import type { MerchantContent } from './merchant-content.ts';
import type { OperatorContent } from './operator-content.ts';

/** A page to draw: its name, its path and what is done on it before the picture. */
export interface Visit {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<unknown>;
  /** Whether the whole page is drawn, not only what a window shows. */
  readonly isWhole?: boolean;
}

const button = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').first().waitFor();
};

/** The pages that need no log-in. */
export const publicVisits: readonly Visit[] = [
  ...LOGGED_OUT_PAGES,
  { name: 'comprovante', path: '/comprovante' },
  { name: 'comprovante-invalido', path: '/comprovante?codigo=AAAA-BBBB-CCCC-DDDD' },
  { name: 'situacao', path: '/status', isWhole: true },
  { name: 'docs', path: '/docs' },
  { name: 'docs-saldo', path: '/docs/saldo' },
  { name: 'guia', path: '/guia/' },
  { name: 'erro-404', path: '/nada' },
  { name: 'erro-404-pagar', path: '/pagar/019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70' },
  { name: 'erro-404-assinar', path: '/assinar/019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70' },
  { name: 'erro-404-link', path: '/link/019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70' },
];

/** The merchant's pages with content. */
export function merchantVisits(demo: Demo, content: MerchantContent): Visit[] {
  return [
    ...merchantPages(demo).map((page) => ({ ...page, isWhole: true })),
    { name: 'busca', path: '/painel', act: searchFor('Beatriz') },
    { name: 'sino', path: '/painel', act: openBell },
    {
      name: 'nova-cobranca',
      path: '/painel/transacoes',
      act: button('Nova cobrança'),
      isWhole: true,
    },
    { name: 'novo-link', path: '/painel/links', act: button('Novo link') },
    { name: 'novo-link-assinatura', path: '/painel/links', act: openSubscribing, isWhole: true },
    { name: 'novo-produto', path: '/painel/produtos', act: button('Novo produto') },
    { name: 'novo-saque', path: '/painel/saques', act: button('Novo saque') },
    { name: 'nova-transferencia', path: '/painel/transferencias', act: button(/transferência/) },
    { name: 'convidar', path: '/painel/equipe', act: button(/Convidar/) },
    { name: 'nova-chave', path: '/painel/integracoes', act: button(/[Nn]ova chave|Gerar/) },
    { name: 'novo-webhook', path: '/painel/webhooks', act: button(/Novo|Adicionar/) },
    { name: 'devolver', path: `/painel/transacoes/${demo.chargeIds.at(-3)}`, act: openRefund },
    { name: 'link', path: `/painel/links/${content.linkId}`, isWhole: true },
    {
      name: 'transacao-devolvida',
      path: `/painel/transacoes/${content.refundedId}`,
      isWhole: true,
    },
    { name: 'lote', path: `/painel/saques-em-lote/${content.goodBatchId}`, isWhole: true },
    { name: 'lote-com-erros', path: `/painel/saques-em-lote/${content.badBatchId}`, isWhole: true },
    { name: 'contestacao', path: `/painel/contestacoes/${content.disputeId}`, isWhole: true },
    { name: 'cliente', path: `/painel/clientes/${content.customerId}`, isWhole: true },
    { name: 'requisicao', path: '/painel/requisicoes', act: openRow },
    { name: 'terminal-decisao', path: '/painel/terminal', act: askFromTerminal, isWhole: true },
  ];
}

/** The merchant's pages without content. */
export function emptyVisits(): Visit[] {
  return merchantPages({ chargeIds: [], webhookIds: [] })
    .filter(({ path }) => !path.endsWith('undefined'))
    .map(({ name, path }) => ({ name: `vazio-${name}`, path, isWhole: true }));
}

export const kycVisits: readonly Visit[] = [
  { name: 'cadastro-etapa', path: '/painel/cadastro', isWhole: true },
];

/** The operators' pages. */
export function operatorVisits({ applicationId, incidentId }: OperatorContent): Visit[] {
  return [
    ...OPERATOR_PAGES.map((page) => ({ ...page, isWhole: true })),
    { name: 'operador-receita', path: '/operador/receita', isWhole: true },
    { name: 'operador-receita-teste', path: '/operador/receita', act: showTest, isWhole: true },
    { name: 'operador-cadastro', path: `/operador/cadastros/${applicationId}`, isWhole: true },
    { name: 'operador-alerta', path: '/operador/alertas/unmatched_payment', isWhole: true },
    { name: 'operador-incidente', path: `/operador/incidentes/${incidentId}`, isWhole: true },
    {
      name: 'operador-novo-incidente',
      path: '/operador/incidentes',
      act: button('Abrir incidente'),
    },
    { name: 'operador-busca', path: '/operador', act: searchFor('Café') },
  ];
}

/** The pages of subscriptions' payers, by the state. */
export function subscriptionVisits(paths: Readonly<Record<string, string>>): Visit[] {
  return Object.entries(paths).map(([state, path]) => ({
    name: `assinar-${state}`,
    path,
    isWhole: true,
  }));
}

/** The pages of payers. */
export function payerVisits(
  { linkPaths }: MerchantContent,
  charges: Readonly<Record<string, string>>,
  receiptPath: string,
): Visit[] {
  return [
    { name: 'comprovante-valido', path: receiptPath, isWhole: true },
    ...Object.entries(charges).map(([state, id]) => ({
      name: `pagar-${state}`,
      path: `/pagar/${id}`,
      isWhole: true,
    })),
    { name: 'pagar-embed', path: `/pagar/${charges.pendente}?embed=1`, isWhole: true },
    ...linkPaths.map((path, index) => ({
      name: `pagina-do-link-${index + 1}`,
      path,
      isWhole: true,
    })),
  ];
}

async function openSubscribing(page: Page): Promise<void> {
  await button('Novo link')(page);
  await page.getByText('Assinatura', { exact: true }).click();
  await page.getByLabel('Quantas cobranças').waitFor();
}

function searchFor(text: string) {
  return async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').pressSequentially(text);
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  };
}

async function openBell(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notificações/ }).click();
  await page.locator('.notice').first().waitFor();
}

async function openRefund(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Devolver' }).first().click();
  await page.getByRole('dialog').waitFor();
}

async function openRow(page: Page): Promise<void> {
  await page.locator('tbody tr').nth(1).click();
  await page.getByRole('dialog').waitFor();
}

/** Types the code of a terminal that asks for a key: the page shows what is decided. */
async function askFromTerminal(page: Page): Promise<void> {
  const form = { client_id: 'pix', client_name: 'pix em notebook' };
  const asked = await page.request.post(new URL('/oauth/device/authorization', page.url()).href, {
    form,
  });
  const { user_code: code } = (await asked.json()) as { user_code: string };
  await page.getByLabel(/^(Código|Code)/).fill(code);
  await page.getByRole('button', { name: /^(Continuar|Continue)$/ }).click();
  await page.getByRole('cell', { name: form.client_name }).waitFor();
}

async function showTest(page: Page): Promise<void> {
  await page.getByText('Teste', { exact: true }).click();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}
