import type { Command } from 'commander';
import { allLedgerChecks } from '../composition.ts';
import { plainRow, verifyAndKeep } from '../ledger/keep-verifications.ts';
import type { LedgerReport } from '../ledger/verify.ts';
import { resetSandbox } from '../sandbox/reset-sandbox.ts';
import { answer } from './operator-session.ts';

/** `ledger verify`, `sandbox reset` and `migrate`. */
export function addLedgerCommands(program: Command): void {
  program
    .command('ledger')
    .description('o livro-razão')
    .command('verify')
    .description('recalcula tudo a partir dos lançamentos; sai com 1 se algo difere')
    .action((_options: object, command: Command) =>
      answer(command, async ({ database, clock }) => {
        const report = await verifyAndKeep({ database, clock, checks: allLedgerChecks });
        return {
          json: reportFacts(report),
          text: reportText(report),
          exitCode: report.isClean ? 0 : 1,
        };
      }),
    );
  program
    .command('sandbox')
    .description('a conta pública de demonstração')
    .command('reset')
    .description('zera o saldo, as Idempotency-Keys e os external_ids de saques')
    .action((_options: object, command: Command) =>
      answer(command, async (foundation) => {
        await resetSandbox(foundation);
        return { json: { reset: true }, text: 'sandbox zerado' };
      }),
    );
  program
    .command('migrate')
    .description('traz o banco de dados para esta versão')
    .action((_options: object, command: Command) =>
      answer(command, async ({ applied }) => ({
        json: { applied },
        text: applied.length === 0 ? 'nada a fazer' : `aplicadas: ${applied.join(', ')}`,
      })),
    );
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
    const head = `${differences.length === 0 ? 'ok   ' : 'FALHA'}  ${law} (${checked} conferidos)`;
    return [head, ...differences.map((row) => `         ${JSON.stringify(plainRow(row))}`)].join(
      '\n',
    );
  });
  const verdict = report.isClean ? 'O livro-razão está íntegro.' : 'O livro-razão tem diferenças.';
  return [...laws, '', verdict].join('\n');
}
