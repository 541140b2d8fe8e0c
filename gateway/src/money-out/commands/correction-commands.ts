import type { Command } from 'commander';
import { findOperatorOfCommand } from '#src/accounts/auth/find-operator.ts';
import type { Proposal } from '#src/accounts/proposals/proposal.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import {
  amountOf,
  environmentOf,
  idOf,
  signedAmountOf,
  textOf,
} from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { adjustBalance, needsSecondOperator } from '../adjustments/adjust-balance.ts';
import { adjustmentView } from '../adjustments/balance-adjustment.ts';
import { findAdjustable } from '../adjustments/balance-request.ts';
import {
  holdBalance,
  listOpenHolds,
  openHoldView,
  releaseBalance,
} from '../adjustments/hold-balance.ts';
import { correctionsOf } from '../corrections.ts';

const HOLDS_MAX = 200;

interface AdjustOptions {
  readonly environment: Environment;
  readonly amount: Centavos;
  readonly reason: string;
  readonly reference?: string;
  readonly key?: string;
  readonly operator?: string;
}

type HoldOptions = Omit<AdjustOptions, 'operator'>;

interface ReleaseOptions {
  readonly amount?: Centavos;
  readonly reason: string;
  readonly key?: string;
}

/** `merchant adjust|hold|release|holds`. */
export function addCorrectionCommands(merchant: Command): void {
  addAdjust(merchant);
  addHold(merchant);
  addRelease(merchant);
  merchant
    .command('holds <username>')
    .description('lista os bloqueios abertos: pedido, bloqueado agora e quanto falta')
    .requiredOption('--environment <ambiente>', 'test ou live', environmentOf)
    .action((username: string, options: { environment: Environment }, command: Command) =>
      answer(command, async ({ database }) => {
        const { merchantId } = await findAdjustable(database, username);
        const { environment } = options;
        const holds = await listOpenHolds(database, { merchantId, environment }, HOLDS_MAX);
        const data = holds.map(openHoldView);
        const text = data.length === 0 ? 'nada bloqueado' : data.map(lines).join('\n\n');
        return { json: { data }, text };
      }),
    );
}

function addAdjust(merchant: Command): void {
  merchant
    .command('adjust <username>')
    .description('credita ou debita um lojista, contra a conta do operador')
    .requiredOption('--environment <ambiente>', 'test ou live', environmentOf)
    .requiredOption('--amount <centavos>', 'crédito (500) ou débito (-500)', signedAmountOf)
    .requiredOption('--reason <motivo>', 'motivo; o lojista lê', textOf)
    .option('--reference <referência>', 'número do chamado, por exemplo', textOf)
    .option('--key <chave>', 'repetido com a mesma chave, ajusta uma só vez', textOf)
    .option('--operator <e-mail>', 'quem propõe, acima de ADJUSTMENT_APPROVAL_ABOVE')
    .action((username: string, options: AdjustOptions, command: Command) =>
      answer(command, async (appContext) => {
        const deps = correctionsOf(appContext).adjustments;
        const { environment, amount, reason, reference = null, operator } = options;
        const needsOperator = needsSecondOperator(deps, amount);
        if (needsOperator && operator === undefined) {
          throw new UsageError('acima de ADJUSTMENT_APPROVAL_ABOVE, informe --operator');
        }
        const by =
          operator === undefined
            ? commandActor
            : await findOperatorOfCommand(appContext.database, operator);
        const wanted = { username, environment, amount, reason, reference };
        const requestKey = requestKeyOf(options.key);
        const done = await adjustBalance(deps, { ...wanted, requestKey }, by);
        if (done.proposal) return proposalAnswer(done.proposal);
        const json = adjustmentView(done.adjustment);
        return { json, text: lines(json) };
      }),
    );
}

function addHold(merchant: Command): void {
  merchant
    .command('hold <username>')
    .description('bloqueia um valor; o que falta é bloqueado dos próximos créditos')
    .requiredOption('--environment <ambiente>', 'test ou live', environmentOf)
    .requiredOption('--amount <centavos>', 'quanto bloquear', amountOf)
    .requiredOption('--reason <motivo>', 'motivo; o lojista lê', textOf)
    .option('--reference <referência>', 'número do processo, por exemplo', textOf)
    .option('--key <chave>', 'repetido com a mesma chave, bloqueia uma só vez', textOf)
    .action((username: string, options: HoldOptions, command: Command) =>
      answer(command, async (appContext) => {
        const deps = correctionsOf(appContext).adjustments;
        const { environment, amount, reason, reference = null } = options;
        const wanted = { username, environment, amount, reason, reference };
        const requestKey = requestKeyOf(options.key);
        const json = adjustmentView(
          await holdBalance(deps, { ...wanted, requestKey }, commandActor),
        );
        return { json, text: lines(json) };
      }),
    );
}

function addRelease(merchant: Command): void {
  merchant
    .command('release <bloqueio>')
    .description('desbloqueia um valor, inteiro ou em parte')
    .requiredOption('--reason <motivo>', 'motivo; o lojista lê', textOf)
    .option('--amount <centavos>', 'quanto desbloquear; se omitido, tudo', amountOf)
    .option('--key <chave>', 'repetido com a mesma chave, desbloqueia uma só vez', textOf)
    .action((text: string, options: ReleaseOptions, command: Command) =>
      answer(command, async (appContext) => {
        const deps = correctionsOf(appContext).adjustments;
        const { amount = null, reason } = options;
        const wanted = { holdId: idOf(text), amount, reason };
        const requestKey = requestKeyOf(options.key);
        const json = adjustmentView(
          await releaseBalance(deps, { ...wanted, requestKey }, commandActor),
        );
        return { json, text: lines(json) };
      }),
    );
}

/** The answer of a command that made a proposal instead of the change. */
export function proposalAnswer({ id, state, amount, expiresAt }: Proposal): Answer {
  const json = {
    proposal_id: id,
    state,
    amount: Number(amount),
    expires_at: new Date(expiresAt).toISOString(),
  };
  const next = '\n\nOutro operador precisa aprovar no painel, em Propostas.';
  return { json, text: lines(json) + next };
}

/** The key of a command's request; null without `--key`. */
export function requestKeyOf(key: string | undefined): string | null {
  return key === undefined ? null : `cli ${key}`;
}
