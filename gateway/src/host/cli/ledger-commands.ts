import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { plainRow } from '#src/ground/database/plain-row.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Centavos, centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import {
  type BankAdjustment,
  postBankAdjustment,
} from '#src/incoming/reconciliation/post-bank-adjustment.ts';
import { verifyAndSave } from '#src/ledger/run-verifications.ts';
import type { LedgerReport } from '#src/ledger/verify.ts';
import { resetSandbox } from '#src/test-world/sandbox/reset-sandbox.ts';
import { allLedgerChecks } from '../ledger-checks.ts';

const NOTE_LENGTH_MAX = 200;
const WAIT_FOR_RUNNING_MS = 90_000;
const RETRY_MS = 250;

/** `ledger verify|move`, `sandbox reset` and `migrate`. */
export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('livro-razão');
  addMoveCommand(ledger);
  ledger
    .command('verify')
    .description(
      'verifica o que é novo desde a última verificação; sai com 1 se houver divergência',
    )
    .option('--full', 'recalcula tudo desde o primeiro lançamento')
    .action(({ full }: { full?: boolean }, command: Command) =>
      answer(command, async ({ database, clock }) => {
        const deps = { database, clock, checks: allLedgerChecks };
        const report = await waitForRunning(() => verifyAndSave(deps, full === true));
        return {
          json: reportFacts(report),
          text: reportText(report),
          exitCode: report.isClean ? 0 : 1,
        };
      }),
    );
  program
    .command('sandbox')
    .description('conta pública de demonstração')
    .command('reset')
    .description('zera o saldo e libera as Idempotency-Keys e os external_id dos saques')
    .action((_options: object, command: Command) =>
      answer(command, async (appContext) => {
        await resetSandbox(appContext);
        return { json: { reset: true }, text: 'sandbox zerado' };
      }),
    );
  program
    .command('migrate')
    .description('atualiza o banco de dados para esta versão')
    .action((_options: object, command: Command) =>
      answer(command, async ({ applied }) => ({
        json: { applied },
        text: applied.length === 0 ? 'nada a fazer' : `aplicadas: ${applied.join(', ')}`,
      })),
    );
}

/**
 * Runs a verification when the running one has ended. The lease of a process that died ends within
 * a minute. Refuses `verification_running` when the running one takes longer than 90 seconds.
 */
async function waitForRunning<Result>(verify: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + WAIT_FOR_RUNNING_MS;
  for (;;) {
    try {
      return await verify();
    } catch (error) {
      const isRunning = error instanceof Refusal && error.code === 'verification_running';
      if (!isRunning || performance.now() > deadline) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

function addMoveCommand(ledger: Command): void {
  ledger
    .command('move')
    .description(
      'lança um ajuste bancário, que não é de lojista: tarifa ou retirada (-), aporte (+)',
    )
    .requiredOption('--amount <centavos>', 'em centavos, com sinal, como -1290', signedAmountOf)
    .requiredOption('--note <texto>', 'motivo, para a auditoria', noteOf)
    .action(({ amount, note }: BankAdjustment, command: Command) =>
      answer(command, async ({ database, clock }) => {
        const id = await postBankAdjustment({ database, clock }, { amount, note }, commandActor);
        const json = { id, amount: centavosToJson(amount), note };
        return { json, text: lines(json) };
      }),
    );
}

function signedAmountOf(text: string): Centavos {
  if (!/^-?[1-9]\d{0,11}$/.test(text)) throw new UsageError(`"${text}" não é um valor em centavos`);
  return centavos(BigInt(text));
}

function noteOf(text: string): string {
  const note = text.trim();
  if (note.length >= 1 && note.length <= NOTE_LENGTH_MAX) return note;
  throw new UsageError(`--note espera de 1 a ${NOTE_LENGTH_MAX} caracteres`);
}

function reportFacts(report: LedgerReport) {
  return {
    clean: report.isClean,
    checks: report.laws.map(({ law, checked, differences }) => ({
      law,
      checked,
      differences: differences.map(plainRow),
    })),
  };
}

function reportText(report: LedgerReport): string {
  const laws = report.laws.map(({ law, checked, differences }) => {
    const head = `${differences.length === 0 ? 'ok   ' : 'FALHA'}  ${law} (${checked} verificados)`;
    return [head, ...differences.map((row) => `         ${JSON.stringify(plainRow(row))}`)].join(
      '\n',
    );
  });
  const verdict = report.isClean
    ? 'O livro-razão está íntegro.'
    : 'O livro-razão tem divergências.';
  return [...laws, '', verdict].join('\n');
}
