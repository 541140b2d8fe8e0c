import type { Command } from 'commander';
import { systemClock } from '#src/ground/clock.ts';
import { type Config, loadConfig } from '#src/ground/config/config.ts';
import type { Environment } from '#src/ground/config/config-reader.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { bankCheck } from './doctor/check-bank.ts';
import { certificatesCheck } from './doctor/check-certificates.ts';
import { clockCheck } from './doctor/check-clock.ts';
import { clusterCheck } from './doctor/check-cluster.ts';
import { configurationCheck, faultsOf } from './doctor/check-configuration.ts';
import { databaseCheck } from './doctor/check-database.ts';
import { databaseServersCheck } from './doctor/check-database-servers.ts';
import { diskCheck } from './doctor/check-disk.ts';
import { mailCheck } from './doctor/check-mail.ts';
import { oldVersionCheck } from './doctor/check-old-version.ts';
import { gatewayCheck, redisCheck, telemetryCheck } from './doctor/check-services.ts';
import { type Finding, type FindingStatus, runCheck } from './doctor/finding.ts';
import { secretHider } from './doctor/hide-secrets.ts';
import { type Answer, answerWithEnvironment } from './operator-session.ts';
import { UsageError } from './usage-error.ts';

const CHECKS = [
  configurationCheck,
  databaseCheck,
  databaseServersCheck,
  clusterCheck,
  oldVersionCheck,
  gatewayCheck,
  bankCheck,
  certificatesCheck,
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
/** A connection that doesn't close must not keep the command. */
const LEAVE_AFTER_MS = SECOND_MS;
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
    .action(async (options: { ntp?: string }, command: Command) => {
      await answerWithEnvironment(command, (environment) => examine(environment, options.ntp));
      setTimeout(() => process.exit(), LEAVE_AFTER_MS).unref();
    });
}

function serverOf(text: string): string {
  if (SERVER.test(text)) return text;
  throw new UsageError('--ntp espera um nome ou endereço, como a.ntp.br ou 10.0.0.1:123');
}

async function examine(environment: Environment, ntpServer: string | undefined): Promise<Answer> {
  const hide = secretHider(environment);
  const faults = faultsOf(environment);
  const findings: readonly Finding[] =
    faults.length > 0
      ? faults.map((fault) => ({ check: configurationCheck.name, ...fault }))
      : await runAll(loadConfig(environment), ntpServer);
  return answerOf(findings.map((one) => hideIn(one, hide)));
}

async function runAll(config: Config, ntpServer: string | undefined): Promise<Finding[]> {
  const deps = { config, clock: systemClock, ntpServer };
  return (await Promise.all(CHECKS.map((check) => runCheck(check, deps)))).flat();
}

function hideIn(finding: Finding, hide: (text: string) => string): Finding {
  return { ...finding, message: hide(finding.message) };
}

/** The answer of the command: 0 when all is well, 1 with warnings, 2 with failures. */
export function answerOf(findings: readonly Finding[]): Answer {
  const count = (status: FindingStatus): number =>
    findings.filter((one) => one.status === status).length;
  const [failures, warnings] = [count('failure'), count('warning')];
  const status = failures > 0 ? 'failure' : warnings > 0 ? 'warning' : 'ok';
  const sum = status === 'ok' ? 'Tudo em ordem.' : `Falhas: ${failures}. Avisos: ${warnings}.`;
  return {
    json: { status, findings: findings.map((one) => ({ ...one, advice: one.advice ?? null })) },
    text: [...findings.map(lineOf), '', sum].join('\n'),
    exitCode: EXIT_CODES[status],
  };
}

function lineOf({ check, status, message, advice }: Finding): string {
  const line = `${LABELS[status]}  ${check.padEnd(NAME_WIDTH)}  ${message}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(NAME_WIDTH + 9)}→ ${advice}`;
}

const NAME_WIDTH = Math.max(...CHECKS.map(({ name }) => name.length));
