import { pixKeyTypeNames } from '../../../gateway/src/ground/pix/pix-key.ts';
import { call } from '../call.ts';
import type { Session } from '../session.ts';
import { authorizeSubscription, createSubscription, INTERVALS } from '../subscriptions.ts';
import type { Arguments, Schema } from './check-arguments.ts';
import type { Tool } from './mcp-server.ts';
import { amountField, id, PAGE, path, readList, text } from './tool-fields.ts';

const BENEFICIARY = { name: 'João Souza', document: '52998224725' };
const PAYER = { name: 'Maria Silva', document: '12345678909' };
const SUBSCRIPTION_ID = id('O internal_id da assinatura');

function schema(properties: Schema['properties'], ...required: readonly string[]): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

const payouts: readonly Tool[] = [
  {
    name: 'list_payouts',
    title: 'Listar saques',
    description: 'Os saques da conta, os mais novos primeiro.',
    access: 'read',
    inputSchema: schema({
      status: {
        type: 'string',
        description: 'Só neste estado',
        enum: ['awaiting_approval', 'pending', 'paid', 'failed'],
      },
      external_id: text('Só com esta referência', 128),
      ...PAGE,
    }),
    run: (session, given) => readList(session, '/v1/transactions', { ...given, type: 'payout' }),
  },
  {
    name: 'create_test_payout',
    title: 'Sacar em teste',
    description: 'Saca do saldo de teste para uma chave Pix. Leia o resultado com get_charge.',
    access: 'test',
    inputSchema: schema(
      {
        amount: amountField('Em centavos: 1990 é R$ 19,90'),
        pix_key: text('A chave de destino', 77),
        pix_key_type: { type: 'string', description: 'O tipo da chave', enum: pixKeyTypeNames },
        beneficiary_name: text('Quem recebe (padrão: João Souza)'),
        beneficiary_document: text('CPF ou CNPJ de quem recebe', 18),
        external_id: text('A sua referência, única para sempre', 128),
      },
      'amount',
      'pix_key',
      'pix_key_type',
    ),
    run: createPayout,
  },
];

const subscriptions: readonly Tool[] = [
  {
    name: 'list_subscriptions',
    title: 'Listar assinaturas',
    description: 'As assinaturas (Pix Automático), as mais novas primeiro.',
    access: 'read',
    inputSchema: schema({
      status: {
        type: 'string',
        description: 'Só neste estado',
        enum: ['created', 'authorized', 'paused', 'rejected', 'canceled', 'expired'],
      },
      reference: text('Só com esta referência', 35),
      ...PAGE,
    }),
    run: (session, given) => readList(session, '/v1/subscriptions', given),
  },
  {
    name: 'get_subscription',
    title: 'Ler uma assinatura',
    description: 'Uma assinatura por inteiro, e as cobranças dos seus ciclos.',
    access: 'read',
    inputSchema: schema({ internal_id: SUBSCRIPTION_ID }, 'internal_id'),
    run: readWithCycles,
  },
  {
    name: 'create_test_subscription',
    title: 'Criar uma assinatura de teste',
    description: 'Cria uma assinatura de teste, que o pagador autoriza por um código.',
    access: 'test',
    inputSchema: schema(
      {
        amount: amountField('O valor de cada cobrança, em centavos'),
        reference: text('A sua referência, como o número do contrato', 35),
        description: text('O que se paga, visto pelo pagador', 35),
        interval: { type: 'string', description: 'Padrão: monthly', enum: INTERVALS },
        payer_name: text('Quem paga (padrão: Maria Silva)', 140),
        payer_document: text('CPF ou CNPJ de quem paga', 18),
      },
      'amount',
      'reference',
      'description',
    ),
    run: createTestSubscription,
  },
  {
    name: 'authorize_test_subscription',
    title: 'Autorizar uma assinatura de teste',
    description: 'O pagador autoriza agora uma assinatura de teste. O evento acontece.',
    access: 'test',
    inputSchema: schema({ internal_id: SUBSCRIPTION_ID }, 'internal_id'),
    run: (session, given) => authorizeSubscription(session, path(given.internal_id)),
  },
  {
    name: 'cancel_test_subscription',
    title: 'Cancelar uma assinatura de teste',
    description: 'A loja cancela uma assinatura de teste. O evento acontece.',
    access: 'test',
    inputSchema: schema({ internal_id: SUBSCRIPTION_ID }, 'internal_id'),
    run: (session, given) =>
      call(session, 'POST', `/v1/subscriptions/${path(given.internal_id)}/cancel`),
  },
];

const links: readonly Tool[] = [
  {
    name: 'list_payment_links',
    title: 'Listar links de pagamento',
    description: 'Os links de pagamento, os mais novos primeiro.',
    access: 'read',
    inputSchema: schema(PAGE),
    run: (session, given) => readList(session, '/v1/payment-links', given),
  },
  {
    name: 'create_test_payment_link',
    title: 'Criar um link de teste',
    description: 'Cria um link de pagamento no ambiente de teste. Devolve o endereço da página.',
    access: 'test',
    inputSchema: schema(
      {
        title: text('O que o pagador lê no alto da página'),
        amount: amountField('Em centavos; sem ele, o pagador escreve o valor'),
        description: text('Mais sobre o que se paga', 1_000),
      },
      'title',
    ),
    run: (session, body) => call(session, 'POST', '/v1/payment-links', { body, isCreation: true }),
  },
];

/** The tools of payouts, subscriptions and payment links. */
export const payoutAndSalesTools: readonly Tool[] = [...payouts, ...subscriptions, ...links];

function createPayout(
  session: Session,
  { beneficiary_name: name, beneficiary_document: document, ...rest }: Arguments,
): Promise<object> {
  const beneficiary = {
    name: name ?? BENEFICIARY.name,
    document: document ?? BENEFICIARY.document,
  };
  const body = { ...rest, beneficiary };
  return call(session, 'POST', '/v1/pix/payout', { body, isCreation: true });
}

async function readWithCycles(session: Session, given: Arguments): Promise<object> {
  const address = `/v1/subscriptions/${path(given.internal_id)}`;
  const found = await call(session, 'GET', address);
  const { data } = await call(session, 'GET', `${address}/cycles?limit=100`);
  return { ...found, cycles: data };
}

function createTestSubscription(session: Session, given: Arguments): Promise<object> {
  return createSubscription(session, {
    amount: Number(given.amount),
    isVariable: false,
    reference: String(given.reference),
    description: String(given.description),
    interval: String(given.interval ?? 'monthly'),
    journey: 'code',
    payer: {
      name: String(given.payer_name ?? PAYER.name),
      document: String(given.payer_document ?? PAYER.document),
    },
  });
}
