import { randomUUID } from 'node:crypto';
import { commandActor } from '#src/ground/access/actor.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS } from '#src/money-out/payouts/payout-limits.ts';
import type { Demo } from '../../test/support/demo.ts';
import type { TestGateway } from '../../test/support/gateway.ts';
import { enableSecondFactor, logIn, type PanelSession, signIn } from '../../test/support/panel.ts';
import { createPayers, type Link } from '../../test/support/payment-links.ts';
import { centavosOf } from '../../test/support/payout-approvals.ts';
import type { Pictures } from './pictures.ts';

const OWNER = 'ana@cafeaurora.example';
const PANEL = '/api/panel/test';
const LOOK = {
  description: 'Cafés especiais, torrados toda semana',
  color: '#8a4b2d',
  return_url: 'https://cafeaurora.example/obrigado',
  support_contact: 'ajuda@cafeaurora.example',
  may_renew: true,
};
const LINKS = [
  {
    title: 'Oficina de cerâmica',
    description: 'Sábado, das 9h às 12h, com todo o material.\nTraga um avental.',
    amount: 18_900,
    stock: 8,
  },
  { title: 'Contribuição para a festa junina', min_amount: 1_000, max_amount: 50_000 },
  { title: 'Clube do café: assinatura de novembro', amount: 7_990, status: 'paused' },
  {
    title: 'Clube do café',
    amount: 7_990,
    subscription: { interval: 'monthly', first_due_day: 10, cycles: 12 },
  },
];
const BATCH_HEADER = 'favorecido;documento;tipo da chave;chave;valor;descrição;referência';
const STAFF = [
  'Ana Lima;529.982.247-25;e-mail;ana.lima@exemplo.com.br;350,00;Diária;folha-1',
  'Bruno Sá;390.533.447-05;celular;(11) 98765-4321;1.280,50;Salário;folha-2',
  'Padaria Dois Irmãos;11.222.333/0001-81;cnpj;11.222.333/0001-81;96,40;Pães;folha-3',
];

/** The ids of things that `fillMerchant` made and whose pages are drawn. */
export interface MerchantContent {
  readonly linkPaths: readonly string[];
  readonly linkId: string;
  readonly goodBatchId: string;
  readonly badBatchId: string;
  readonly disputeId: string;
  readonly refundedId: string;
  readonly customerId: string;
}

/** Creates the owner of the demo's shop, with a realistic e-mail address, and logs it in. */
export async function signInOwner(gateway: TestGateway, { merchant }: Demo) {
  const { email } = await signIn(gateway, merchant);
  await gateway.sql('update auth."user" set email = $1 where email = $2', [OWNER, email]);
  return logIn(gateway, OWNER);
}

/** A session whose user has no second factor yet. */
type UnguardedSession = Parameters<typeof enableSecondFactor>[0];

/** Adds what the demo lacks: links, products, beneficiaries, batches, disputes, approvals. */
export async function fillMerchant(
  gateway: TestGateway,
  demo: Demo,
  { session, pictures }: { session: UnguardedSession; pictures: Pictures },
): Promise<MerchantContent> {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await session.call(method, path, { body, headers });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const send = (path: string, content: Buffer, type = 'image/png') =>
    fetch(gateway.url + path, {
      method: 'PUT',
      headers: { cookie: session.cookie(), origin: gateway.url, 'content-type': type },
      body: new Uint8Array(content),
    });
  await call('PUT', '/api/panel/payment-page', LOOK);
  await send('/api/panel/payment-page/logo', pictures.logo);
  const mug = { name: 'Caneca Aurora', amount: 9_990, description: 'Feita à mão, 300 ml.' };
  const product = await call('POST', `${PANEL}/products`, mug);
  await send(`${PANEL}/products/${product.id}/image`, pictures.mug);
  await call('POST', `${PANEL}/products`, { name: 'Café em grãos, 1 kg', amount: 11_500 });
  const links = await fillLinks(gateway, call, String(product.id));
  const batches = await fillPayouts(call);
  const disputes = await fillAfterPayments(gateway, demo);
  const customerId = await fillCustomer(call);
  await enableSecondFactor(session);
  await fillTeam(session);
  return { ...links, ...batches, ...disputes, customerId };
}

/** The customer of the last dispute or refund, with notes. */
async function fillCustomer(call: Call): Promise<string> {
  const { data } = (await call('GET', `${PANEL}/customers?search=beatriz`)) as unknown as {
    data: { id: string }[];
  };
  const [customer] = data;
  if (!customer) throw new Error('no customer');
  await call('POST', `${PANEL}/customers/${customer.id}/notes`, {
    text: 'Prefere receber o link pelo WhatsApp, depois das 18h.',
  });
  return customer.id;
}

type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

async function fillLinks(gateway: TestGateway, call: Call, productId: string) {
  const made: Link[] = [];
  const bodies = [...LINKS, { title: 'Caneca Aurora', product_id: productId, stock: 12 }];
  for (const body of bodies)
    made.push((await call('POST', `${PANEL}/payment-links`, body)) as Link);
  const { visitor } = createPayers(gateway.url);
  const [first] = made;
  if (!first) throw new Error('no link');
  for (const name of ['Beatriz Carvalho', 'João Pedro Lima', 'Luíza Fernandes']) {
    const { chargeId } = await visitor().buy(first, { name });
    if (name !== 'Luíza Fernandes') await call('POST', `${PANEL}/charges/${chargeId}/pay`, {});
  }
  return { linkPaths: made.map(({ url }) => url), linkId: first.id };
}

async function fillPayouts(call: Call) {
  const beneficiaries = [
    ['financeiro@cafeaurora.com.br', 'email', 'Café Aurora Ltda', '11222333000181'],
    ['+5511987654321', 'phone', 'Bruno Sá', '39053344705'],
    ['52998224725', 'cpf', 'Ana Lima', '52998224725'],
  ];
  const ids: string[] = [];
  for (const [key, type, name, document] of beneficiaries) {
    const saved = await call('POST', `${PANEL}/beneficiaries`, {
      pix_key: key,
      pix_key_type: type,
      beneficiary: { name, document },
      per_payout: type === 'phone' ? 500_000 : null,
      per_day: type === 'cpf' ? 100_000 : null,
    });
    ids.push(String(saved.id));
  }
  await call('PUT', `${PANEL}/automatic-payout`, {
    is_on: true,
    rule: 'weekly',
    beneficiary_id: ids[0],
    hour: 9,
    weekday: 1,
    above: 0,
    keep: 50_000,
  });
  const upload = async (name: string, lines: readonly string[]) => {
    const content = Buffer.from([BATCH_HEADER, ...lines].join('\r\n')).toString('base64');
    const body = { file_name: name, content };
    return String((await call('POST', `${PANEL}/payout-batches`, body)).id);
  };
  const goodBatchId = await upload('folha-novembro.csv', STAFF);
  await call('POST', `${PANEL}/payout-batches/${goodBatchId}/confirm`, {});
  const wrong = [
    'Carla Dias;529.982.247-25;cpf;12;10,00;;',
    'Davi Reis;12;e-mail;davi@exemplo.com.br;1.234;;',
  ];
  return { goodBatchId, badBatchId: await upload('fornecedores.csv', [...STAFF, ...wrong]) };
}

async function fillAfterPayments(gateway: TestGateway, { keys, merchant, chargeIds }: Demo) {
  const api = async (path: string, body: object = {}) => {
    const answer = await gateway.call('POST', path, {
      keys,
      headers: { 'idempotency-key': randomUUID() },
      body,
    });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
    return answer.body;
  };
  const paid: string[] = [];
  for (const id of chargeIds.slice(-20)) {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    if (body.status === 'paid' && (body.split as unknown[]).length === 0) paid.push(id);
  }
  const [disputed = '', second = '', refunded = ''] = paid;
  const dispute = await api(`/v1/test/charges/${disputed}/dispute`);
  const lost = await api(`/v1/test/charges/${second}/dispute`, { amount: 500 });
  await api(`/v1/test/disputes/${lost.internal_id}/close`, { outcome: 'accepted' });
  await api(`/v1/transactions/${refunded}/refund`, { amount: 1_000, reason: 'Produto em falta' });
  const scope = { merchantId: merchant.merchantId, environment: 'test' } as const;
  const limits = {
    ...NO_LIMITS,
    perPayout: centavosOf(1_000_000),
    perDay: centavosOf(5_000_000),
    approvalAbove: centavosOf(200_000),
  };
  await setOperatorLimits(gateway.appContext, scope, () => limits, commandActor);
  await api('/v1/pix/payout', {
    amount: 245_000,
    pix_key: '+5511987654321',
    pix_key_type: 'phone',
    beneficiary: { name: 'Bruno Sá', document: '39053344705' },
  });
  return { disputeId: String(dispute.internal_id), refundedId: refunded };
}

async function fillTeam(session: PanelSession) {
  const invitations = [
    ['contadora@escritorio.example', 'accountant'],
    ['dev@cafeaurora.example', 'developer'],
  ];
  for (const [email, role] of invitations) {
    await session.callWithCode('POST', '/api/panel/team/invitations', { email, member_role: role });
  }
  for (const [email, periods] of [
    ['contadora@escritorio.example', ['month']],
    ['financeiro@cafeaurora.example', ['month', 'week']],
  ]) {
    const body = { email, periods, language: 'pt-BR' };
    await session.callWithCode('POST', '/api/panel/closing-mails/recipients', body);
  }
  const headers = { 'idempotency-key': randomUUID() };
  const body = { username: 'moto-express', amount: 4_500, description: 'Acerto de novembro' };
  const code = await session.code();
  await session.call('POST', `${PANEL}/transfers`, { body: { ...body, code }, headers });
}
