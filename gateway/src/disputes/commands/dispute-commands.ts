import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import {
  amountOf,
  environmentOf,
  idOf,
  LIMIT_DEFAULT,
  limitOf,
  textOf,
} from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import {
  type DisputeOutcome,
  type DisputeReason,
  type DisputeStatus,
  disputeOutcomes,
  disputeReasons,
  disputeStatuses,
  disputeView,
} from '../dispute.ts';
import { closeDisputeByHand, openDisputeByHand } from '../dispute-by-hand.ts';
import { listAllDisputes, type NamedDispute, readAnyDispute } from '../read-disputes.ts';

interface ListOptions {
  readonly environment: Environment;
  readonly status?: DisputeStatus;
  readonly limit: number;
  readonly after?: string;
}

interface OpenOptions {
  readonly amount?: Centavos;
  readonly cause: DisputeReason;
  readonly reason: string;
}

interface CloseOptions {
  readonly amount?: Centavos;
  readonly returnId?: string;
  readonly reason: string;
}

/** `dispute list|show|open|close`. */
export function addDisputeCommands(program: Command): void {
  const dispute = program.command('dispute').description('contestações de pagamentos (MED)');
  addReads(dispute);
  addOpen(dispute);
  addClose(dispute);
}

function addReads(dispute: Command): void {
  dispute
    .command('list')
    .description('lista as contestações, as mais novas primeiro')
    .option('--environment <ambiente>', 'test ou live', environmentOf, 'live')
    .option('--status <situação>', disputeStatuses.join(', '), oneOf(disputeStatuses))
    .option('--limit <quantidade>', 'até 1000', limitOf, LIMIT_DEFAULT)
    .option('--after <id>', 'continua depois desta contestação', idOf)
    .action((options: ListOptions, command: Command) =>
      answer(command, async ({ database }) => {
        const { environment, status, limit, after: cursor } = options;
        const page = { environment, status, limit, cursor };
        const { rows, next } = await listAllDisputes(database, page);
        const more = next === null ? '' : `\n\nHá mais: --after ${next}`;
        const text = rows.map((row) => lines(factsOf(row))).join('\n\n') + more;
        const json = { data: rows.map(jsonOf), next };
        return { json, text: rows.length === 0 ? 'nenhuma contestação' : text };
      }),
    );
  dispute
    .command('show <id>')
    .description('mostra uma contestação')
    .action((id: string, _options: object, command: Command) =>
      answer(command, async ({ database }) => answerOf(await readAnyDispute(database, id))),
    );
}

function addOpen(dispute: Command): void {
  dispute
    .command('open <end-to-end-id>')
    .description('abre uma contestação que o banco informou por outro meio')
    .requiredOption('--reason <texto>', 'por que é aberta, para a auditoria', textOf)
    .option('--amount <centavos>', 'o padrão é todo o valor restante', amountOf)
    .option('--cause <motivo>', disputeReasons.join(', '), oneOf(disputeReasons), 'fraud')
    .action((endToEndId: string, options: OpenOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { amount, cause: reason, reason: note } = options;
        const opening = { endToEndId, amount, reason, note };
        return answerOf(await openDisputeByHand(appContext, opening, commandActor));
      }),
    );
}

function addClose(dispute: Command): void {
  dispute
    .command('close')
    .description('encerra uma contestação como o banco decidiu')
    .argument('<id>', 'identificador da contestação', idOf)
    .argument('<resultado>', disputeOutcomes.join(', '), oneOf(disputeOutcomes))
    .requiredOption('--reason <texto>', 'por que é encerrada, para a auditoria', textOf)
    .option('--amount <centavos>', 'o valor aceito; o padrão é todo o contestado', amountOf)
    .option('--return-id <id>', 'a devolução no banco, se já foi feita (rtrId)', textOf)
    .action((id: string, outcome: DisputeOutcome, options: CloseOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { amount, returnId, reason: note } = options;
        const closing = { id, outcome, amount, returnId, note };
        return answerOf(await closeDisputeByHand(appContext, closing, commandActor));
      }),
    );
}

/** Makes the reader of a value from a fixed list. Throws UsageError. */
function oneOf<Word extends string>(words: readonly Word[]) {
  return (text: string): Word => {
    const value = words.find((word) => word === text);
    if (value !== undefined) return value;
    throw new UsageError(`"${text}" não é um de: ${words.join(', ')}`);
  };
}

function answerOf(dispute: NamedDispute) {
  return { json: jsonOf(dispute), text: lines(factsOf(dispute)) };
}

function jsonOf(dispute: NamedDispute) {
  const { username: merchant, environment } = dispute;
  return { ...disputeView(dispute), merchant, environment };
}

function factsOf(dispute: NamedDispute) {
  const { defense, ...facts } = jsonOf(dispute);
  return { ...facts, defense: defense?.status ?? 'null' };
}
