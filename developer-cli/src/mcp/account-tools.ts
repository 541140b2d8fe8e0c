import { paymentScenarios, webhookScenarios } from '../../../gateway/src/charges/test-scenarios.ts';
import { eventKinds } from '../../../gateway/src/webhooks/webhook-event.ts';
import { call } from '../call.ts';
import type { Session } from '../session.ts';
import type { Arguments, Field } from './check-arguments.ts';
import type { Tool } from './mcp-server.ts';
import { amountField, id, PAGE, path, readList, text } from './tool-fields.ts';

const TEST_PAYER = { name: 'Maria Silva', document: '12345678909' };
/** An event that is sent again is not lost. */
const resendScenarios = webhookScenarios.filter((name) => name !== 'lost');

const CHARGE_ID = id('O internal_id da cobrança');

const reads: readonly Tool[] = [
  {
    name: 'list_charges',
    title: 'Listar cobranças',
    description: 'As cobranças da conta, as mais novas primeiro.',
    access: 'read',
    inputSchema: {
      type: 'object',
      properties: {
        status: {
          type: 'string',
          description: 'Só neste estado',
          enum: ['pending', 'paid', 'expired', 'canceled', 'partially_refunded', 'refunded'],
        },
        external_id: text('Só com esta referência', 128),
        ...PAGE,
      },
      additionalProperties: false,
    },
    run: (session, given) => readList(session, '/v1/transactions', { ...given, type: 'charge' }),
  },
  {
    name: 'get_charge',
    title: 'Ler uma cobrança',
    description: 'Uma cobrança ou outra transação por inteiro, com pagamento e devoluções.',
    access: 'read',
    inputSchema: {
      type: 'object',
      properties: { internal_id: CHARGE_ID },
      required: ['internal_id'],
      additionalProperties: false,
    },
    run: (session, given) => call(session, 'GET', `/v1/transactions/${path(given.internal_id)}`),
  },
  {
    name: 'list_events',
    title: 'Listar eventos',
    description: 'Os eventos da conta, os mais antigos primeiro: o que os webhooks recebem.',
    access: 'read',
    inputSchema: {
      type: 'object',
      properties: {
        type: { type: 'string', description: 'Só deste tipo', enum: eventKinds },
        resource: id('Só desta transação ou contestação'),
        delivered: { type: 'boolean', description: 'false: só os que faltou entregar' },
        since: text('Desde este instante ISO 8601', 40),
        after: id('Só os que vêm depois deste evento'),
        limit: PAGE.limit,
      },
      additionalProperties: false,
    },
    run: (session, given) => readList(session, '/v1/events', given),
  },
  {
    name: 'list_deliveries',
    title: 'Ver as entregas de um evento',
    description: 'As tentativas de entregar um evento aos webhooks: quando, status e resposta.',
    access: 'read',
    inputSchema: {
      type: 'object',
      properties: { event_id: id('O id do evento') },
      required: ['event_id'],
      additionalProperties: false,
    },
    run: (session, given) => call(session, 'GET', `/v1/events/${path(given.event_id)}/attempts`),
  },
];

const PERCENT_MAX = 10_000;
/** A due date in simple words; all of its rules are in the API. */
const dueFields = {
  due_date: {
    type: 'string',
    description: 'Vencimento, no lugar de expires_in: 2027-01-15',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  },
  days_after_due: {
    type: 'integer',
    description: 'Dias pagável depois do vencimento (padrão: 30)',
    minimum: 0,
    maximum: 36_500,
  },
  fine_basis_points: {
    type: 'integer',
    description: 'Multa em centésimos de por cento: 200 é 2%',
    minimum: 1,
    maximum: PERCENT_MAX,
  },
  interest_basis_points_per_month: {
    type: 'integer',
    description: 'Juros ao mês em centésimos de por cento: 100 é 1%',
    minimum: 1,
    maximum: PERCENT_MAX,
  },
} as const satisfies Record<string, Field>;

const changes: readonly Tool[] = [
  {
    name: 'create_test_charge',
    title: 'Criar uma cobrança de teste',
    description: 'Cria uma cobrança no ambiente de teste. Devolve QR code e página de pagamento.',
    access: 'test',
    inputSchema: {
      type: 'object',
      properties: {
        amount: amountField('Em centavos: 1990 é R$ 19,90'),
        payer_name: text('Quem paga (padrão: Maria Silva)'),
        payer_document: text('CPF ou CNPJ de quem paga', 18),
        external_id: text('A sua referência', 128),
        description: text('O que se vende, visto pelo pagador', 140),
        expires_in: {
          type: 'integer',
          description: 'Validade em segundos',
          minimum: 60,
          maximum: 2_592_000,
        },
        ...dueFields,
      },
      required: ['amount'],
      additionalProperties: false,
    },
    run: createTestCharge,
  },
  {
    name: 'pay_test_charge',
    title: 'Pagar uma cobrança de teste',
    description: 'Paga agora uma cobrança de teste, certo ou com um defeito. O evento acontece.',
    access: 'test',
    inputSchema: {
      type: 'object',
      properties: {
        internal_id: CHARGE_ID,
        scenario: { type: 'string', description: 'Como é paga', enum: paymentScenarios },
        webhook_scenario: {
          type: 'string',
          description: 'O defeito dos webhooks',
          enum: webhookScenarios,
        },
      },
      required: ['internal_id'],
      additionalProperties: false,
    },
    run: (session, { internal_id: charge, ...body }) =>
      call(session, 'POST', `/v1/test/charges/${path(charge)}/pay`, { body }),
  },
  {
    name: 'refund_test_charge',
    title: 'Devolver uma cobrança de teste',
    description: 'Devolve uma cobrança de teste paga, inteira ou em parte.',
    access: 'test',
    inputSchema: {
      type: 'object',
      properties: {
        internal_id: CHARGE_ID,
        amount: amountField('Em centavos'),
      },
      required: ['internal_id', 'amount'],
      additionalProperties: false,
    },
    run: (session, { internal_id: charge, ...body }) =>
      call(session, 'POST', `/v1/transactions/${path(charge)}/refund`, { body, isCreation: true }),
  },
  {
    name: 'resend_test_event',
    title: 'Reenviar um evento de teste',
    description: 'Envia um evento de teste outra vez aos webhooks da conta, certo ou com defeito.',
    access: 'test',
    inputSchema: {
      type: 'object',
      properties: {
        event_id: id('O id do evento'),
        scenario: { type: 'string', description: 'O defeito do reenvio', enum: resendScenarios },
      },
      required: ['event_id'],
      additionalProperties: false,
    },
    run: resend,
  },
];

/** The tools that read the account or change its test environment. */
export const accountTools: readonly Tool[] = [...changes, ...reads];

async function createTestCharge(
  session: Session,
  {
    payer_name: name,
    payer_document: document,
    fine_basis_points: fine,
    interest_basis_points_per_month: interest,
    ...rest
  }: Arguments,
): Promise<object> {
  const payer = {
    name: name ?? TEST_PAYER.name,
    document: document ?? TEST_PAYER.document,
  };
  const body = {
    ...rest,
    payer,
    ...(fine !== undefined && { fine: { type: 'percent', value: fine } }),
    ...(interest !== undefined && { interest: { mode: 'percent_per_month', value: interest } }),
  };
  const charge = await call(session, 'POST', '/v1/pix/qrcode', { body, isCreation: true });
  return { ...charge, payment_url: `${session.url}/pagar/${charge.internal_id}` };
}

async function resend(session: Session, { event_id: event, scenario }: Arguments): Promise<object> {
  if (scenario !== undefined) {
    const body = { event_id: event, scenario };
    return (await call(session, 'POST', '/v1/test/webhook-scenarios', { body })) ?? {};
  }
  const sent = await call(session, 'POST', `/v1/events/${path(event)}/resend`);
  return sent ?? { resent: event };
}
