import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_PIX_PREFIXES, type BankConfig } from '#src/ground/config/bank-config.ts';
import type { ExamMeans } from '../bank-exam.ts';
import { EXAM_LEVELS, type ExamAnswer, type ExamLevel, type ExamReport } from './exam.ts';
import { answerOf } from './exam-client.ts';
import { type ExamHands, runExam } from './run-exam.ts';
import { writeProfile } from './write-profile.ts';
import { writeReport } from './write-report.ts';

/** The options of an exam, as a command has them. */
export interface ExamCommandOptions {
  readonly levels?: string;
  readonly name?: string;
  readonly simulator?: string;
  readonly webhookUrl?: string;
  readonly listen?: string;
  readonly profileOut?: string;
  readonly reportOut?: string;
}

/** The options with their help, for `bank check --exam` and `pix exam-bank`. */
export const EXAM_OPTIONS = [
  [
    '--levels <níveis>',
    `separados por vírgula: ${Object.keys(EXAM_LEVELS).join(', ')}; padrão: read, que só lê`,
  ],
  ['--name <nome>', 'o nome do banco no relatório e no perfil'],
  ['--webhook-url <url>', 'endereço público que leva a --listen; o registrado volta no fim'],
  ['--listen <porta>', 'recebe os avisos nesta porta desta máquina durante o exame'],
  ['--simulator <url>', 'o endereço de controle do simulador, que paga por si mesmo'],
  ['--profile-out <arquivo>', 'grava o perfil do banco, para PROVIDER_PROFILE'],
  ['--report-out <arquivo>', 'grava o relatório em JSON'],
] as const;

/** A wrong option; its message says what to write, in Portuguese. */
export class WrongExamOption extends Error {
  override readonly name = 'WrongExamOption';
}

export interface ExaminedAnswer {
  readonly report: ExamReport;
  /** The report in words. */
  readonly text: string;
  /** Whether the gateway accepts each deviation. */
  readonly isFine: boolean;
}

const PAUSE_MS = 2_000;
const SIMULATOR_PAUSE_MS = 100;
/** How long an exam waits in all for what the bank does later: payments, refunds, call-backs. */
const WAITS_MAX = 150;
const PORT_MAX = 65_535;

/**
 * Examines the configured bank. Nothing is created without its level in `levels`, and nothing is
 * paid without a person who answers a question. Throws WrongExamOption.
 */
export async function examineBank(
  config: BankConfig,
  options: ExamCommandOptions,
  { now, note }: ExamMeans,
): Promise<ExaminedAnswer> {
  const levels = readLevels(options.levels ?? 'read');
  const simulator = options.simulator === undefined ? undefined : controlOf(options.simulator);
  const { provider } = config;
  const connection = { ...config, pathPrefix: API_PIX_PREFIXES[provider] };
  const isCallbackMutualTls = config.callbackAuthHeader !== undefined;
  const callbackHeaders = { 'x-skip-mtls-checking': String(!isCallbackMutualTls) };
  const receiver = await listen(options);
  let waits = 0;
  const hands: ExamHands = {
    pay: (code) =>
      simulator ? actAtSimulator(simulator, 'pay', code) : askPerson(PAY, code, note),
    authorise: (code) =>
      simulator
        ? actAtSimulator(simulator, 'recurrences/authorize', code)
        : askPerson(AUTHORISE, code, note),
    pause: async () => {
      await sleep(simulator ? SIMULATOR_PAUSE_MS : PAUSE_MS);
      waits += 1;
      return waits < WAITS_MAX;
    },
    ...(receiver && { callbacks: receiver }),
  };
  try {
    const report = await runExam(
      { ...connection, ...(provider === 'efi' && { callbackHeaders }) },
      {
        bank: options.name ?? new URL(config.baseUrl).host,
        dialect: provider === 'efi' ? 'efi' : 'standard',
        levels,
        now,
        onStep: ({ id, level }) => note(`${EXAM_LEVELS[level]}: ${id}`),
      },
      hands,
    );
    await writeFiles(report, options);
    const isFine = report.deviations.every(({ copes }) => copes !== 'no');
    return { report, text: writeReport(report), isFine };
  } finally {
    receiver?.close();
  }
}

function readLevels(names: string): readonly ExamLevel[] {
  const all = Object.keys(EXAM_LEVELS);
  const levels = names.split(',').map((name) => name.trim());
  const wrong = levels.find((level) => !all.includes(level));
  if (wrong === undefined) return levels as ExamLevel[];
  throw new WrongExamOption(`--levels: "${wrong}" não existe; há ${all.join(', ')}`);
}

function controlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHere = url !== undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (isHere) return url;
  throw new WrongExamOption('--simulator espera o endereço do simulador nesta máquina');
}

async function actAtSimulator(simulator: URL, act: string, code: string): Promise<boolean> {
  const answer = await fetch(new URL(`/control/${act}`, simulator), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return answer.ok;
}

const PAY = ['Pague R$ 0,01 com este código, de uma conta em outro banco', 'Pagou?'] as const;
const AUTHORISE = [
  'Autorize esta recorrência de R$ 0,01 por mês, de uma conta em outro banco; o exame a cancela',
  'Autorizou?',
] as const;

/** Asks the person at the terminal; without a terminal nothing is paid and authorised. */
async function askPerson(
  [request, question]: readonly [string, string],
  code: string,
  note: (line: string) => void,
): Promise<boolean> {
  if (process.stdin.isTTY !== true) return false;
  note(`\n${request}:\n\n${code}\n`);
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^s/i.test((await reader.question(`${question} [s/N] `)).trim());
  } finally {
    reader.close();
  }
}

/** Receives call-backs on this machine; undefined without --webhook-url and --listen. */
async function listen({ webhookUrl, listen: port }: ExamCommandOptions) {
  if (webhookUrl === undefined && port === undefined) return undefined;
  const number = Number(port);
  const isPort = Number.isInteger(number) && number >= 1 && number <= PORT_MAX;
  if (webhookUrl === undefined || !URL.canParse(webhookUrl) || !isPort) {
    throw new WrongExamOption('--webhook-url e --listen só valem juntos: uma URL e uma porta');
  }
  const received: ExamAnswer[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    const answer = answerOf(200, request.headers['content-type'] ?? '', body);
    received.push({ ...answer, path: String(request.url) });
    response.end();
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(number, '127.0.0.1', resolve);
  });
  return {
    url: webhookUrl,
    received: () => received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function writeFiles(report: ExamReport, options: ExamCommandOptions): Promise<void> {
  const files = [
    [options.profileOut, writeProfile(report)],
    [options.reportOut, report],
  ] as const;
  for (const [path, content] of files) {
    if (path !== undefined) await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
  }
}
