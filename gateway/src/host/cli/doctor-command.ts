import type { Command } from 'commander';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { answerWithEnvironment, type CommandHost } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { loadConfig } from '#src/ground/config/config.ts';
import type { Environment } from '#src/ground/config/config-reader.ts';
import { silentLogger } from '#src/ground/log.ts';
import { readBankFindings } from '#src/incoming/commands/bank-findings.ts';
import { apiPixCheck } from './doctor/check-api-pix.ts';
import { certificatesCheck } from './doctor/check-certificates.ts';
import { clockCheck } from './doctor/check-clock.ts';
import { clusterCheck } from './doctor/check-cluster.ts';
import { configurationCheck, faultsOf, misspeltIn } from './doctor/check-configuration.ts';
import { databaseCheck } from './doctor/check-database.ts';
import { databaseServersCheck } from './doctor/check-database-servers.ts';
import { diskCheck } from './doctor/check-disk.ts';
import { gatewayCheck, redisCheck, telemetryCheck } from './doctor/check-services.ts';
import {
  type Check,
  type DoctorDeps,
  type Finding,
  type FindingStatus,
  failure,
  ok,
  reasonOf,
  runCheck,
  skipped,
} from './doctor/finding.ts';

const SECRET_NAME = /SECRET|PASSWORD|PASSPHRASE|TOKEN|KEY|HEADERS/;
/** Variables whose values are published or no secret. */
const OPEN_NAME = /^(SANDBOX_|PROVIDER_(PIX_KEY|TOKEN_URL|TOKEN_BODY|CERTIFICATE_KEY)$)/;
const LENGTH_MIN = 4;
const HIDDEN = '***';

const TIMEOUT_MS = 8_000;
const MAIL_ADVICE: Readonly<Record<string, string>> = {
  EAUTH: 'confira usuário e senha de SMTP_URL; caracteres especiais vão codificados (%40)',
  ETLS:
    'o servidor não oferece TLS: use smtps, ou, só em uma rede em que você confia, ' +
    'SMTP_REQUIRE_TLS=false',
};
const UNREACHED = 'confira servidor, porta e smtp/smtps de SMTP_URL, e se a rede deixa passar';

/** Checks that the mail server answers and accepts the log-in. Sends no mail. */
const mailCheck: Check = {
  name: 'mail',
  limitMs: 12_000,
  run: async ({ config: { smtp } }) => {
    if (!smtp) return [skipped('sem SMTP_URL os e-mails ficam em "Mensagens", no painel')];
    const { createTransport } = await import('nodemailer');
    const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS };
    const { url, requiresTls } = smtp;
    const options = { ...times, socketTimeout: TIMEOUT_MS, requireTLS: requiresTls };
    const transport = createTransport({ url, ...options });
    try {
      await transport.verify();
      return [ok(`o servidor ${new URL(smtp.url).host} atende e aceita o acesso`)];
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      return [
        failure(`o servidor de e-mail falhou: ${reasonOf(error)}`, MAIL_ADVICE[code] ?? UNREACHED),
      ];
    } finally {
      transport.close();
    }
  },
};
const ADVICE: Readonly<Record<string, string>> = {
  token: 'confira PROVIDER_CLIENT_ID, PROVIDER_CLIENT_SECRET, PROVIDER_CERTIFICATE e os escopos',
  balance: 'peça ao banco o escopo que lê o saldo (docs/operating/going-live.md)',
  webhook: 'registre o endereço com "cli bank webhook register"',
  charges: 'peça ao banco os escopos cob.read e cob.write',
  disputes: 'peça ao banco o escopo das contestações; a homologação da Efí não as tem',
  recurring:
    'peça ao banco os escopos de rec, solicrec e cobr; registre com "cli bank webhook register"',
};
/** Checks that the bank accepts our certificate and key pair and calls us. Only reads. */
const bankCheck: Check = {
  name: 'bank',
  limitMs: 45_000,
  run: async ({ config, clock }) => {
    if (!config.bank) return [skipped('sem PROVIDER não há banco: as chaves live são recusadas')];
    const { nameServers, baseUrl } = config;
    const bank = openLiveBank(
      config.bank,
      { logger: silentLogger, now: clock.now },
      { nameServers },
    );
    try {
      const { findings } = await readBankFindings(bank, config.bank, { baseUrl, now: clock.now() });
      return Object.entries(findings).map(([name, { ok: isOk, message }]) =>
        isOk ? ok(`${name}: ${message}`) : failure(`${name}: ${message}`, ADVICE[name] ?? ''),
      );
    } finally {
      await bank.close();
    }
  },
};
const CHECKS = [
  configurationCheck,
  databaseCheck,
  databaseServersCheck,
  clusterCheck,
  gatewayCheck,
  bankCheck,
  certificatesCheck,
  apiPixCheck,
  clockCheck,
  diskCheck,
  mailCheck,
  redisCheck,
  telemetryCheck,
];
const EXIT_CODES = { ok: 0, warning: 1, failure: 2 } as const;
const LABELS: Readonly<Record<FindingStatus, string>> = {
  ok: 'ok   ',
  warning: 'AVISO',
  failure: 'FALHA',
  skipped: '-    ',
};
const SERVER = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** `doctor`. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'verifica configuração, banco de dados, banco, certificados, relógio, disco e e-mail, e ' +
        'diz o que fazer; sai com 1 se há avisos e com 2 se há falhas; só lê',
    )
    .option('--ntp <servidor>', 'compara o relógio com este servidor de hora', serverOf)
    .action(({ ntp }: { ntp?: string }, command: Command) =>
      answerWithEnvironment(command, (host) => examine(host, ntp)),
    );
}

function serverOf(text: string): string {
  if (SERVER.test(text)) return text;
  throw new UsageError('--ntp espera um nome ou endereço, como a.ntp.br ou 10.0.0.1:123');
}

async function examine(
  { environment, clock }: Pick<CommandHost, 'environment' | 'clock'>,
  ntpServer: string | undefined,
): Promise<Answer> {
  const hide = secretHider(environment);
  const faults = faultsOf(environment);
  const found = [...faults, ...misspeltIn(environment)];
  const ofSettings = found.map((finding) => ({ check: configurationCheck.name, ...finding }));
  const findings: readonly Finding[] = [
    ...ofSettings,
    ...(faults.length > 0
      ? []
      : await runAll({ config: loadConfig(environment), clock, ntpServer })),
  ];
  return answerOf(findings.map((finding) => hideIn(finding, hide)));
}

async function runAll(deps: DoctorDeps): Promise<Finding[]> {
  return (await Promise.all(CHECKS.map((check) => runCheck(check, deps)))).flat();
}

function hideIn(finding: Finding, hide: (text: string) => string): Finding {
  return { ...finding, message: hide(finding.message) };
}

/** The answer of the command: 0 when all is well, 1 with warnings, 2 with failures. */
export function answerOf(findings: readonly Finding[]): Answer {
  const count = (status: FindingStatus): number =>
    findings.filter((finding) => finding.status === status).length;
  const [failures, warnings] = [count('failure'), count('warning')];
  const status = failures > 0 ? 'failure' : warnings > 0 ? 'warning' : 'ok';
  const sum = status === 'ok' ? 'Tudo em ordem.' : `Falhas: ${failures}. Avisos: ${warnings}.`;
  return {
    json: {
      status,
      findings: findings.map((finding) => ({ ...finding, advice: finding.advice ?? null })),
    },
    text: [...findings.map(lineOf), '', sum].join('\n'),
    exitCode: EXIT_CODES[status],
  };
}

function lineOf({ check, status, message, advice }: Finding): string {
  const line = `${LABELS[status]}  ${check.padEnd(NAME_WIDTH)}  ${message}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(NAME_WIDTH + 9)}→ ${advice}`;
}

const NAME_WIDTH = Math.max(...CHECKS.map(({ name }) => name.length));

/**
 * Makes the function that hides the secrets of the environment in a text: an error of a library or
 * of another server may quote them.
 */
function secretHider(env: Environment): (text: string) => string {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => {
    const isSecret = SECRET_NAME.test(name) && !OPEN_NAME.test(name);
    return [...(isSecret ? [value, ...value.split(',')] : []), ...passwordsOf(value)];
  });
  const longestFirst = [...new Set(secrets.map((secret) => secret.trim()))]
    .filter(({ length }) => length >= LENGTH_MIN)
    .sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
}

/** The passwords in a URL, encoded as in the URL and decoded. */
function passwordsOf(value: string): string[] {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^/@:]*:([^@]*)@/i.exec(value) ?? [];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
