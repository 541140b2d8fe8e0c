import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { formatAmount, parseAmount, parseDuration } from '../amounts.ts';
import { readableDay } from '../brazilian-day.ts';
import type { Share } from '../charges.ts';
import { parseDay } from '../due-options.ts';
import { EXIT, Failure } from '../failure.ts';
import { harmless, type Output, paint } from '../output.ts';
import type { Session } from '../session.ts';
import { stopOnSignal } from '../signals.ts';
import {
  AFTER_PAYMENT,
  authorizeSubscription,
  type Cycle,
  createSubscription,
  firstCycle,
  INTERVALS,
  JOURNEYS,
  type NewSubscription,
  type PayerAccount,
  readSubscription,
  type Subscription,
} from '../subscriptions.ts';
import { terminalCode } from '../terminal-code.ts';
import { openClock, type TestClock } from '../test-clock.ts';
import { SPLIT_OPTION } from './charge.ts';
import { addCommand, type Context, parseOneOf } from './command.ts';

/** Two requests a look: far below the limit of a key. */
const LOOK_MS = 3_000;
const STATES: Readonly<Record<string, string>> = {
  rejected: 'foi recusada',
  expired: 'expirou sem autorização',
  canceled: 'foi cancelada',
};
const CYCLE_STATES: Readonly<Record<string, string>> = {
  paid: 'PAGA',
  failed: 'falhou',
  canceled: 'foi cancelada',
};

interface SubscribeOptions {
  readonly name: string;
  readonly document: string;
  readonly email?: string;
  readonly description: string;
  readonly reference: string;
  readonly interval: string;
  readonly journey: string;
  readonly firstDue?: string;
  readonly ends?: string;
  readonly firstPayment?: number;
  readonly bank?: string;
  readonly branch?: string;
  readonly account?: string;
  readonly split?: readonly Share[];
  readonly variable?: boolean;
  readonly clock?: string;
  readonly authorize?: boolean;
  readonly wait: boolean;
  readonly timeout?: number;
}

/** The account of the test payer, if the options name none. */
const TEST_ACCOUNT = { ispb: '60746948', number: '123456' };

const text = (value: string): string => value;
const OPTIONS = [
  { flags: '--name <nome>', about: 'quem paga', parse: text, fallback: 'Maria Silva' },
  {
    flags: '--document <cpf ou cnpj>',
    about: 'de quem paga',
    parse: text,
    fallback: '12345678909',
  },
  { flags: '--email <e-mail>', about: 'o e-mail de quem paga', parse: text },
  { flags: '--description <texto>', about: 'o que se paga', parse: text, fallback: 'Assinatura' },
  { flags: '--reference <texto>', about: 'o contrato', parse: text, fallback: 'pix-subscribe' },
  {
    flags: '--interval <nome>',
    about: `de quanto em quanto tempo: ${INTERVALS.join(', ')}`,
    parse: parseOneOf(INTERVALS),
    fallback: 'monthly',
  },
  {
    flags: '--journey <nome>',
    about: `como se autoriza: ${JOURNEYS.join(', ')}`,
    parse: parseOneOf(JOURNEYS),
    fallback: 'code',
  },
  { flags: '--first-due <dia>', about: 'primeiro vencimento (em 7 dias)', parse: parseDay },
  { flags: '--ends <dia>', about: 'o último dia (até alguém cancelar)', parse: parseDay },
  { flags: '--first-payment <valor>', about: 'o valor pago ao autorizar', parse: parseAmount },
  { flags: '--bank <ispb>', about: 'em bank_push: o banco do pagador', parse: text },
  { flags: '--branch <agência>', about: 'em bank_push: a agência do pagador', parse: text },
  { flags: '--account <conta>', about: 'em bank_push: a conta do pagador', parse: text },
  SPLIT_OPTION,
  { flags: '--variable', about: 'o valor é o menor; você cria cada cobrança' },
  { flags: '--clock <id>', about: 'o relógio de teste em que vive; você o avança' },
  { flags: '--authorize', about: 'o pagador de teste autoriza na hora' },
  { flags: '--no-wait', about: 'não espera autorização e primeira cobrança' },
  { flags: '--timeout <duração>', about: 'espera no máximo isto', parse: parseDuration },
];

export function addSubscribe(program: Command): void {
  addCommand<SubscribeOptions>(program, {
    name: 'subscribe',
    summary: 'Cria uma assinatura de teste, mostra o QR code e espera a primeira cobrança',
    words: [['<valor>', '10, 10,50 ou 1.234,56']],
    options: OPTIONS,
    examples: [
      ['pix subscribe 49,90', 'QR code no terminal, até a autorização e a primeira cobrança'],
      ['pix subscribe 49,90 --authorize', 'autoriza, e a primeira cobrança é paga na hora'],
      ['pix subscribe 49,90 --authorize --clock 01a1fb37-…', 'no tempo de um relógio seu'],
      ['pix subscribe 10 --variable --authorize', 'de valor variável, a partir de R$ 10,00'],
      ['pix subscribe 49,90 --journey code_and_first_payment', 'o primeiro pagamento é já'],
      ['pix subscribe 49,90 --journey bank_push --authorize', 'o banco pergunta ao pagador'],
      ['pix subscribe 49,90 --split maria:10%', 'com split em cada cobrança'],
      ['pix subscribe 49,90 --no-wait --json', 'só cria, e responde em JSON'],
    ],
    notes:
      'Com --authorize e sem --clock, o comando cria um relógio de teste, o avança até o\n' +
      'primeiro vencimento e o apaga no fim: a assinatura é cancelada com ele. Com --no-wait\n' +
      'ou --variable não há relógio.',
    run: subscribe,
  });
}

async function subscribe(
  { output, session: open }: Context,
  options: SubscribeOptions,
  amount = '',
): Promise<number> {
  const session = open();
  const wanted = parseAmount(amount);
  const needsClock = options.authorize && options.wait && !options.variable && !options.clock;
  if (!needsClock) return start({ output, session, options, amount: wanted });
  const clock = await openClock(session, 'pix subscribe');
  if (clock === 'sandbox') throw new Failure('refused', 'o sandbox não tem assinaturas');
  if (clock === 'full') throw new Failure('refused', 'a conta já tem 20 relógios; apague um');
  try {
    return await start({ output, session, options, amount: wanted, clock });
  } finally {
    await clock.remove();
    output.note('O relógio foi apagado, e a assinatura foi cancelada com ele.');
  }
}

interface Run {
  readonly output: Output;
  readonly session: Session;
  readonly options: SubscribeOptions;
  readonly amount: number;
  /** A clock that the command made, and advances to the first due date. */
  readonly clock?: TestClock;
}

async function start(run: Run): Promise<number> {
  const { output, session, options, amount, clock } = run;
  const { description, reference, interval, journey, split } = options;
  const created = await createSubscription(session, {
    amount,
    description,
    reference,
    interval,
    journey,
    splits: split,
    payer: payerOf(options),
    isVariable: options.variable === true,
    firstDueOn: options.firstDue,
    endsOn: options.ends,
    firstPayment: options.firstPayment,
    clockId: clock?.id ?? options.clock,
  });
  output.result({ type: 'subscription', ...created }, output.isJson ? '' : codeText(created));
  const { internal_id: id } = created;
  if (options.authorize) reportState(output, await authorizeSubscription(session, id));
  if (!options.wait) return EXIT.ok;
  if (clock && created.next_cycle) {
    await clock.advanceTo(`${created.next_cycle.due_on}${AFTER_PAYMENT}`);
  }
  return untilFirstCycle(run, id);
}

function payerOf(options: SubscribeOptions): NewSubscription['payer'] {
  const { name, document, email } = options;
  const account = accountOf(options);
  return { name, document, ...(email !== undefined && { email }), ...(account && { account }) };
}

/** The account in the options. Throws a Failure for one that no bank is asked at. */
function accountOf({ journey, bank, branch, account }: SubscribeOptions): PayerAccount | undefined {
  const isNamed = [bank, branch, account].some((one) => one !== undefined);
  if (journey === 'bank_push') {
    return {
      ispb: bank ?? TEST_ACCOUNT.ispb,
      ...(branch !== undefined && { branch }),
      number: account ?? TEST_ACCOUNT.number,
    };
  }
  if (!isNamed) return undefined;
  throw new Failure('usage', '--bank, --branch e --account são só de --journey bank_push');
}

/** The code for the payer, what is authorized, and how a test payer answers. */
function codeText({ internal_id: id, authorization, next_cycle: next }: Subscription): string {
  const { code, expires_at: expiresAt } = authorization;
  const picture = code === null ? '' : `${terminalCode(code)}\n`;
  const first = next
    ? `Primeira cobrança: ${formatAmount(next.amount)} em ${readableDay(next.due_on)}\n`
    : '';
  return `${picture}
Assinatura: ${id}
${first}Pode ser autorizada até ${new Date(expiresAt).toLocaleString('pt-BR')}
Código: ${harmless(code ?? 'nenhum; o banco pergunta ao pagador no aplicativo')}
Teste:  POST /v1/test/subscriptions/${id}/authorize
`;
}

/** Watches the subscription until its first charge has an end. */
async function untilFirstCycle(run: Run, id: string): Promise<number> {
  const { output, session, options, clock } = run;
  const signal = stopOnSignal();
  const { timeout = Infinity } = options;
  const endAt = Date.now() + timeout * 1_000;
  if (!clock) output.note('Esperando… (Ctrl-C termina; a assinatura continua)');
  let isAuthorized = options.authorize === true;
  while (!signal.aborted) {
    const subscription = await readSubscription(session, id);
    if (subscription.status in STATES) {
      reportState(output, subscription);
      return EXIT.checkFailed;
    }
    if (!isAuthorized && subscription.status !== 'created') {
      isAuthorized = true;
      reportState(output, subscription);
    }
    if (isAuthorized && options.variable) return EXIT.ok;
    const cycle = isAuthorized ? await firstCycle(session, id) : undefined;
    if (cycle && cycle.status in CYCLE_STATES) return reportCycle(output, cycle);
    if (Date.now() >= endAt) throw new Failure('timeout', `a assinatura ${id} continua à espera`);
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
  return EXIT.ok;
}

function reportState(output: Output, { internal_id: id, status, reason }: Subscription): void {
  const words = STATES[status] ?? 'AUTORIZADA';
  const why = reason ? `: ${reason.message}` : '';
  const line = paint(status in STATES ? 'red' : 'green', `A assinatura ${id}: ${words}${why}`);
  output.result({ type: 'status', internal_id: id, status, reason }, line);
}

function reportCycle(output: Output, cycle: Cycle): number {
  const { status, due_on: dueOn, amount, reason } = cycle;
  const isPaid = status === 'paid';
  const why = reason ? `: ${reason.message}` : '';
  const what = `A cobrança de ${readableDay(dueOn)} (${formatAmount(amount)})`;
  const line = `${what}: ${CYCLE_STATES[status]}${why}`;
  output.result({ type: 'cycle', ...cycle }, paint(isPaid ? 'green' : 'red', line));
  return isPaid ? EXIT.ok : EXIT.checkFailed;
}
