import type { Command } from 'commander';
import { findOperatorOfCommand } from '#src/accounts/auth/find-operator.ts';
import type { Resolution } from '#src/bank/orders/order-resolutions.ts';
import { isoTime } from '#src/ground/clock.ts';
import { idOf, textOf } from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { correctionsOf } from '../corrections.ts';
import {
  listStuckOrders,
  type OrderKind,
  proposeResolution,
} from '../order-resolutions/resolve-orders.ts';
import { proposalAnswer, requestKeyOf } from './correction-commands.ts';

const NAMES = { payout: 'saque', refund: 'devolução' } as const;

interface ResolveOptions {
  readonly as: Resolution;
  readonly bankId?: string;
  readonly reason: string;
  readonly operator: string;
  readonly key?: string;
}

/** `payout resolve|stuck` and `refund resolve|stuck`. */
export function addOrderCommands(program: Command): void {
  for (const kind of ['payout', 'refund'] as const) {
    const order = program.command(kind).description(`${NAMES[kind]} que o banco não explica`);
    order
      .command('stuck')
      .description('lista os enviados sem resposta do banco, depois da quarentena')
      .action((_options: object, command: Command) =>
        answer(command, async (appContext) => {
          const stuck = await listStuckOrders(correctionsOf(appContext).orders);
          const data = stuck
            .filter((order) => order.kind === kind)
            .map((order) => ({
              id: order.id,
              merchant: order.username,
              amount: centavosToJson(order.amount),
              sent_at: isoTime(order.uncertainAt),
              is_known_at_bank: order.isKnownAtBank,
            }));
          const text = data.length === 0 ? 'nada parado' : data.map(lines).join('\n\n');
          return { json: { data }, text };
        }),
      );
    addResolve(order, kind);
  }
}

function addResolve(order: Command, kind: OrderKind): void {
  order
    .command('resolve <id>')
    .description('propõe que foi pago ou não pago; outro operador aprova no painel')
    .requiredOption('--as <resultado>', 'paid ou not_paid', resolutionOf)
    .requiredOption('--reason <motivo>', 'o que o banco informou', textOf)
    .requiredOption('--operator <e-mail>', 'quem propõe')
    .option('--bank-id <id>', 'EndToEndId do saque ou rtrId da devolução; só com paid')
    .option('--key <chave>', 'repetido com a mesma chave, propõe uma só vez', textOf)
    .action((text: string, options: ResolveOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { orders } = correctionsOf(appContext);
        const { as: resolution, bankId = null, reason, operator } = options;
        const by = await findOperatorOfCommand(appContext.database, operator);
        const wanted = { kind, id: idOf(text), resolution, bankId, reason };
        const requestKey = requestKeyOf(options.key);
        return proposalAnswer(await proposeResolution(orders, { ...wanted, requestKey }, by));
      }),
    );
}

function resolutionOf(text: string): Resolution {
  if (text === 'paid' || text === 'not_paid') return text;
  throw new UsageError(`"${text}" não é um resultado: use paid ou not_paid`);
}
