import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { formatAmount, parseAmount, parseDuration } from '../amounts.ts';
import { readableDay } from '../brazilian-day.ts';
import { call, reach, refusalOf } from '../call.ts';
import { type Charge, createCharge, parseShare, type Share } from '../charges.ts';
import { DUE_OPTIONS, type DueOptions, dueFieldsOf } from '../due-options.ts';
import { EXIT, Failure } from '../failure.ts';
import { openBrowser } from '../open-browser.ts';
import { harmless, type Output, paint } from '../output.ts';
import { isLiveKey, type Session } from '../session.ts';
import { stopOnSignal } from '../signals.ts';
import { terminalCode } from '../terminal-code.ts';
import { addCommand, type Context } from './command.ts';

const LOOK_MS = 1_000;
const STATES: Readonly<Record<string, string>> = {
  paid: 'PAGA',
  expired: 'expirou sem pagamento',
  canceled: 'foi cancelada',
};

interface ChargeCommandOptions extends DueOptions {
  readonly name?: string;
  readonly document?: string;
  readonly email?: string;
  readonly externalId?: string;
  readonly expiresIn?: number;
  readonly split?: readonly Share[];
  readonly open?: boolean;
  readonly wait: boolean;
  readonly timeout?: number;
}

/** Collects the shares of an option that repeats. */
export const SPLIT_OPTION = {
  flags: '--split <parte>',
  about: 'parte de outro lojista, maria:10% ou maria:5,00; pode repetir',
  parse: (text: string, previous: unknown) => [
    ...(Array.isArray(previous) ? previous : []),
    parseShare(text, parseAmount),
  ],
};

export function addCharge(program: Command): void {
  addCommand<ChargeCommandOptions>(program, {
    name: 'charge',
    summary: 'Cria uma cobrança, mostra o QR code e espera o pagamento',
    words: [['<valor>', '10, 10,50 ou 1.234,56']],
    options: [
      { flags: '--name <nome>', about: 'quem paga (em teste: Maria Silva)' },
      { flags: '--document <cpf ou cnpj>', about: 'o documento de quem paga' },
      { flags: '--email <e-mail>', about: 'o e-mail de quem paga' },
      { flags: '--external-id <texto>', about: 'a sua referência' },
      { flags: '--expires-in <duração>', about: 'validade: 15m, 1h, 1d', parse: parseDuration },
      ...DUE_OPTIONS,
      SPLIT_OPTION,
      { flags: '--open', about: 'abre a página de pagamento no navegador' },
      { flags: '--no-wait', about: 'não espera o pagamento' },
      { flags: '--timeout <duração>', about: 'espera no máximo isto', parse: parseDuration },
    ],
    examples: [
      ['pix charge 10,50', 'QR code no terminal, até o pagamento'],
      ['pix charge 10,50 --open', 'também a página de pagamento no navegador'],
      ['pix charge 99,90 --split maria:10% --external-id pedido-7', 'com split e referência'],
      ['pix charge 900 --due 2027-01-15 --fine 2% --interest 1%/mês', 'com multa e juros'],
      ['pix charge 900 --due 2027-01-15 --discount 5%:2027-01-10', 'com desconto até um dia'],
      ['pix charge 5 --no-wait --json', 'só cria, e responde em JSON'],
    ],
    run: charge,
  });
}

async function charge(
  { output, session: open }: Context,
  options: ChargeCommandOptions,
  amount = '',
): Promise<number> {
  const session = open();
  const { externalId, expiresIn, split } = options;
  const payer = payerOf(options);
  const due = dueFieldsOf(options);
  if (due && expiresIn !== undefined)
    throw new Failure('usage', 'informe --due ou --expires-in, não os dois');
  const created = await createCharge(session, {
    amount: parseAmount(amount),
    externalId,
    expiresIn,
    due,
    split,
    ...(payer && { payer }),
  });
  const paymentUrl = `${session.url}/pagar/${created.internal_id}`;
  output.result(
    { type: 'charge', ...created, payment_url: paymentUrl },
    output.isJson ? '' : chargeText(created, paymentUrl, session),
  );
  if (options.open && !(await openBrowser(paymentUrl))) {
    output.note(`O navegador não abriu: ${paymentUrl}`);
  }
  return options.wait ? untilPaid(session, created, options.timeout, output) : EXIT.ok;
}

function payerOf({ name, document, email }: ChargeCommandOptions) {
  if (name === undefined && document === undefined && email === undefined) return undefined;
  if (name === undefined || document === undefined) {
    throw new Failure('usage', 'de quem paga informe --name e --document, os dois');
  }
  return { name, document, ...(email !== undefined && { email }) };
}

function chargeText(created: Charge, paymentUrl: string, session: Session): string {
  const { internal_id: id, qrcode } = created;
  const how = isLiveKey(session.keys) ? '' : `Teste:  pix pay ${id}\n`;
  return `${terminalCode(qrcode)}

${amountText(created)}
Código: ${harmless(qrcode)}
Página: ${paymentUrl}
${how}`;
}

/** The amount of today and until when it can be paid. */
function amountText({ amount, fee_amount: fee, expires_at: expiresAt, due }: Charge): string {
  const feeText = `tarifa ${formatAmount(fee)}`;
  if (due === undefined) {
    const until = new Date(expiresAt).toLocaleString('pt-BR');
    return `${paint('bold', formatAmount(amount))} (${feeText}), válida até ${until}`;
  }
  const today = paint('bold', `${formatAmount(due.payable_today ?? amount)} hoje`);
  return `${today} (original ${formatAmount(amount)}, ${feeText})
Vence em ${readableDay(due.due_date)}, pode ser paga até ${readableDay(due.last_payable_day)}`;
}

/** Watches the charge, by the page that needs no keys, until it is paid or can't be. */
async function untilPaid(
  session: Session,
  { internal_id: id }: Charge,
  timeoutSeconds: number | undefined,
  output: Output,
): Promise<number> {
  const signal = stopOnSignal();
  const endAt = timeoutSeconds === undefined ? Infinity : Date.now() + timeoutSeconds * 1_000;
  output.note('Esperando o pagamento… (Ctrl-C termina; a cobrança continua)');
  while (!signal.aborted) {
    const status = await statusOf(session, id);
    if (status !== 'pending') {
      const words = STATES[status] ?? status;
      const text = paint(status === 'paid' ? 'green' : 'red', `A cobrança ${id}: ${words}`);
      output.result({ type: 'status', internal_id: id, status }, text);
      return status === 'paid' ? EXIT.ok : EXIT.checkFailed;
    }
    if (Date.now() >= endAt) throw new Failure('timeout', `a cobrança ${id} continua pendente`);
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
  return EXIT.ok;
}

async function statusOf({ url }: Session, id: string): Promise<string> {
  const response = await reach(url, () => fetch(`${url}/pagar/${id}/state`));
  if (response.status === 429) return 'pending';
  if (!response.ok) throw await refusalOf(response);
  const { status } = (await response.json()) as { status: string };
  return status;
}

/** Calls the arithmetic of a split and shows it. */
export function addSplitPreview(program: Command): void {
  addCommand<{ split?: readonly Share[] }>(program, {
    name: 'split-preview',
    summary: 'Mostra como o valor de uma cobrança se divide, sem criar nada',
    words: [['<valor>', '10, 10,50 ou 1.234,56']],
    options: [SPLIT_OPTION],
    examples: [
      ['pix split-preview 100 --split maria:10% --split joao:5,00', 'tarifa, partes e o seu'],
      ['pix split-preview 0,05', 'se cabe a tarifa'],
    ],
    run: previewSplit,
  });
}

interface Preview {
  readonly amount: number;
  readonly fee_amount: number;
  readonly fee_fraction_lost: string;
  readonly split: readonly {
    readonly username: string;
    readonly percentage: number | null;
    readonly amount: number;
    readonly fraction_lost: string;
  }[];
  readonly origin_amount: number;
}

async function previewSplit(
  { output, session }: Context,
  { split = [] }: { split?: readonly Share[] },
  amount = '',
): Promise<number> {
  const body = { amount: parseAmount(amount), ...(split.length > 0 && { split }) };
  const preview = await call<Preview>(session(), 'POST', '/v1/splits/preview', { body });
  const rows = [
    ['valor', formatAmount(preview.amount), ''],
    ['tarifa', formatAmount(-preview.fee_amount), lostWords(preview.fee_fraction_lost)],
    ...preview.split.map((share) => [
      `${share.username}${share.percentage === null ? '' : ` (${share.percentage}%)`}`,
      formatAmount(-share.amount),
      lostWords(share.fraction_lost),
    ]),
    ['fica com você', formatAmount(preview.origin_amount), ''],
  ];
  const lines = rows.map(([name = '', value = '', lost]) =>
    `${name.padEnd(28)} ${value.padStart(18)}  ${lost}`.trimEnd(),
  );
  output.result({ type: 'split_preview', ...preview }, lines.join('\n'));
  return EXIT.ok;
}

/** The centavos that the rounding took; empty when the division was exact. */
function lostWords(fraction: string): string {
  return Number(fraction) === 0 ? '' : paint('dim', `arredondado: −${fraction} centavo`);
}
