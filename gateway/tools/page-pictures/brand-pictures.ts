import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { mailHtml } from '#src/ground/mail/mail-html.ts';
import type { Cleanup } from '../../test/support/cleanup.ts';
import { fillDemo } from '../../test/support/demo.ts';
import { startGateway } from '../../test/support/gateway.ts';
import { type PanelSession, signIn } from '../../test/support/panel.ts';
import { drawAll } from './draw.ts';
import type { Pictures } from './pictures.ts';

const MAIL = {
  subject: 'Contestação de R$ 1.290,50',
  text:
    'O banco do pagador contestou o recebimento de R$ 1.290,50 (MED). Você tem 7 dias para se ' +
    'defender.\n\nhttps://pagadora.example/painel/contestacoes/019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70' +
    '\n\nO valor fica bloqueado até a decisão.',
};

/** Draws a platform with a name, a PNG logo and a colour of its own: pages, a mail and PDFs. */
export async function drawBrand(
  context: Cleanup,
  { browser, folder, pictures }: { browser: Browser; folder: string; pictures: Pictures },
): Promise<void> {
  const files = await mkdtemp(join(tmpdir(), 'screenshots-brand-'));
  context.after(() => rm(files, { recursive: true, force: true }));
  await writeFile(join(files, 'logo.png'), pictures.mark);
  const env = {
    BRAND_NAME: 'Pagadora',
    BRAND_COLOR: '#4338ca',
    BRAND_LOGO: join(files, 'logo.png'),
    BRAND_SUPPORT: 'ajuda@pagadora.example',
    BRAND_TERMS_URL: 'https://pagadora.example/termos',
    BRAND_PRIVACY_URL: 'https://pagadora.example/privacidade',
  };
  const gateway = await startGateway(context, { env });
  const demo = await fillDemo(gateway, context);
  const session = await signIn(gateway, demo.merchant);
  const place = { url: gateway.url, folder, looks: ['claro', 'escuro', 'celular'] } as const;
  const visits = [
    { name: 'marca-entrar', path: '/entrar' },
    { name: 'marca-inicio', path: '/painel' },
    { name: 'marca-pagar', path: `/pagar/${demo.chargeIds.at(-1)}`, isWhole: true },
    { name: 'marca-comprovante', path: '/comprovante' },
    { name: 'marca-docs', path: '/docs' },
    { name: 'marca-guia', path: '/guia/' },
  ];
  await drawAll(browser, place, { session, visits });
  const { brand } = gateway.appContext.config;
  const page = await browser.newPage({ viewport: { width: 700, height: 500 } });
  const logo = `data:image/png;base64,${pictures.mark.toString('base64')}`;
  await page.setContent(mailHtml(brand, MAIL).replace('cid:logo', logo));
  await page.screenshot({ path: join(folder, 'marca-mensagem-claro.png'), fullPage: true });
  await page.close();
  await saveFiles(session, place, {
    'marca-comprovante.pdf': `/api/panel/test/transactions/${demo.chargeIds.at(-3)}/receipt.pdf`,
    'marca-fechamento.pdf': `/api/panel/test/accounting/closing.pdf`,
  });
}

async function saveFiles(
  session: PanelSession,
  { url, folder }: { readonly url: string; readonly folder: string },
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, path] of Object.entries(files)) {
    const headers = { cookie: session.cookie() };
    const answer = await fetch(url + path, { headers });
    await writeFile(join(folder, name), Buffer.from(await answer.arrayBuffer()));
  }
}
