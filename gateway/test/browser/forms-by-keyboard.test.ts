import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  CODE,
  continueSession,
  DESK,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { hear, tabTo, untilFocused, untilHeard } from '../support/keyboard.ts';
import { startMailServer } from '../support/mail-server.ts';
import { signIn, signInOperator } from '../support/panel.ts';
import { SUBSCRIPTION } from '../support/subscriptions.ts';

const server = await startMailServer({ after });
const gateway = await startGateway({ after }, { env: { SMTP_URL: server.url } });
const browser = await openBrowser({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const { internal_id: paid } = await receivePayment(gateway, keys);
// For the refund, which the payout before it must not prevent.
await receivePayment(gateway, keys);
const owner = await signIn(gateway, merchant);
const ownerWithCode = await signIn(gateway, merchant, { hasSecondFactor: true });
const { body: customers } = await gateway.call<{ data: { id: string }[] }>('GET', '/v1/customers', {
  keys,
});
const customer = customers.data[0]?.id;
const operator = await signInOperator(gateway);
// This browser shows the month first.
const [year, month, day] = SUBSCRIPTION.first_due_on.split('-');

interface Story {
  readonly what: string;
  readonly path: string;
  readonly as?: typeof operator;
  /** The button of the form, where it is no part of the page. */
  readonly opener?: string;
  readonly fields: Readonly<Record<string, string | (() => Promise<string>)>>;
  /** The buttons that send the form, one after another. */
  readonly send: readonly string[];
  /** The heading that has the focus at each step before the last. */
  readonly step?: string;
  readonly told: string;
  /** What has the focus afterwards. */
  readonly place: string;
}

const STORIES: readonly Story[] = [
  {
    what: 'a charge',
    path: '/painel/transacoes',
    opener: 'Nova cobrança',
    fields: {
      Valor: '4990',
      'Nome do pagador': 'Maria Silva',
      'CPF ou CNPJ do pagador': '12345678909',
    },
    send: ['Criar cobrança'],
    told: 'Pronto.',
    place: 'Cobrança criada',
  },
  {
    what: 'a payout',
    path: '/painel/saques',
    opener: 'Novo saque',
    fields: {
      Valor: '500',
      'Chave Pix': '52998224725',
      'Nome do favorecido': 'João Souza',
      'CPF ou CNPJ do favorecido': '52998224725',
    },
    send: ['Revisar', 'Enviar Pix'],
    step: 'Confira antes de enviar',
    told: 'Saque enviado.',
    place: 'Novo saque',
  },
  {
    what: 'a refund',
    path: `/painel/transacoes/${paid}`,
    opener: 'Devolver',
    fields: { Motivo: 'Produto em falta' },
    send: ['Revisar', 'Devolver agora'],
    step: 'Confira antes de devolver',
    told: 'Devolução solicitada.',
    // Nothing is left to refund, so the button is gone.
    place: 'Cobrança · R$ 100,00',
  },
  {
    what: 'a payment link',
    path: '/painel/links',
    opener: 'Novo link',
    fields: { Título: 'Oficina de cerâmica', 'Valor do link': '9000' },
    send: ['Criar link'],
    told: 'Link criado',
    place: 'Oficina de cerâmica',
  },
  {
    what: 'a note about a customer',
    path: `/painel/clientes/${customer}`,
    fields: { 'Nova anotação': 'Prefere ser chamada de manhã.' },
    send: ['Anotar'],
    told: 'Anotação salva.',
    place: 'Anotar',
  },
  {
    what: 'a subscription',
    path: '/painel/assinaturas',
    opener: 'Nova assinatura',
    fields: {
      'Nome do pagador': 'Rita Lee',
      'CPF ou CNPJ do pagador': '12345678909',
      'O que se paga': 'Plano ouro',
      'Número do contrato': 'contrato-1',
      'Valor de cada cobrança': '4990',
      'Primeiro vencimento': `${month}${day}${year}`,
    },
    send: ['Criar assinatura'],
    told: 'Assinatura criada',
    place: 'Plano ouro',
  },
  {
    what: 'an invitation',
    path: '/painel/equipe',
    opener: 'Convidar pessoa',
    as: ownerWithCode,
    fields: { 'E-mail': 'rita@loja.example', [CODE]: () => ownerWithCode.code() },
    send: ['Enviar convite'],
    told: 'Convite enviado.',
    place: 'Convidar pessoa',
  },
  {
    what: 'a webhook endpoint',
    path: '/painel/webhooks',
    opener: 'Novo webhook',
    fields: { Endereço: 'https://loja.example/avisos' },
    send: ['Criar webhook'],
    told: 'Pronto.',
    place: 'Webhook criado',
  },
  {
    what: 'a setting',
    path: '/painel/emails-ao-pagador',
    fields: { 'Antes do vencimento': ' ' },
    send: ['Salvar'],
    told: 'E-mails ao pagador salvos.',
    place: 'Salvar',
  },
  {
    what: 'an operator’s note',
    as: operator,
    path: `/operador/lojistas/${merchant.username}`,
    fields: { 'Nova anotação': 'Pediu limite maior.' },
    send: ['Anotar'],
    told: 'Anotação salva.',
    place: 'Anotar',
  },
];

for (const story of STORIES) {
  test(`${story.what} is sent by keyboard: its result is told, the focus has a place`, async () => {
    const page = await openPage(browser, { viewport: DESK });
    await hear(page);
    await continueSession(page, gateway.url, story.as ?? owner);
    await openLoaded(page, `${gateway.url}${story.path}`);
    await page.getByRole('button', { name: /^Conta de/ }).waitFor();
    await tell(page, story);
    await page.close();
  });
}

async function tell(page: Page, { opener, fields, send, step, told, place }: Story): Promise<void> {
  if (opener) {
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /./ }).waitFor();
  }
  for (const [name, text] of Object.entries(fields)) {
    await tabTo(page, name);
    await page.keyboard.type(typeof text === 'string' ? text : await text());
  }
  for (const [index, button] of send.entries()) {
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    if (index < send.length - 1 && step) await untilFocused(page, step);
  }
  await untilHeard(page, told);
  await untilFocused(page, place);
}
