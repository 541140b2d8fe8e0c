import type { Command } from 'commander';
import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { environmentOf } from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { PLATFORM_STOP, type StopScope } from '../payouts/stop/payout-stop.ts';
import { platformStopsView } from '../payouts/stop/payout-stop-schemas.ts';
import { readPlatformStops } from '../payouts/stop/read-payout-stops.ts';
import { resumePayouts, stopPayouts, untilSendsEnd } from '../payouts/stop/stop-payouts.ts';
import { addPayoutLimitCommand } from './payout-limit-command.ts';

interface StopOptions {
  readonly merchant?: string;
  readonly environment: Environment;
  readonly reason?: string;
}

const DESCRIPTIONS = {
  stop: 'pausa os saques: nenhum sai até serem retomados',
  resume: 'retoma os saques: os que aguardavam são enviados',
} as const;

/** `payouts stop|resume|stops|limits`. */
export function addPayoutCommands(program: Command): void {
  const payouts = program.command('payouts').description('saques da plataforma ou de um lojista');
  addSwitch(payouts, 'stop');
  addSwitch(payouts, 'resume');
  payouts
    .command('stops')
    .description('lista as pausas em vigor e os saques que aguardam')
    .action((_options: object, command: Command) => answer(command, stopsAnswer));
  addPayoutLimitCommand(payouts);
}

function addSwitch(payouts: Command, name: keyof typeof DESCRIPTIONS): void {
  const added = payouts
    .command(name)
    .description(DESCRIPTIONS[name])
    .option('--merchant <username>', 'só este lojista; se omitido, toda a plataforma')
    .option('--environment <ambiente>', 'test ou live', environmentOf, 'live');
  if (name === 'stop') added.option('--reason <motivo>', 'motivo, para a auditoria');
  added.action((options: StopOptions, command: Command) =>
    answer(command, async (appContext) => {
      const scope = await scopeOf(appContext, options);
      if (name === 'stop') {
        await stopPayouts(appContext, scope, options.reason ?? null, commandActor);
        await untilSendsEnd(appContext);
      } else {
        await resumePayouts(appContext, scope, commandActor);
      }
      return stopsAnswer(appContext);
    }),
  );
}

async function scopeOf(
  { database }: GatewayContext,
  { merchant, environment }: StopOptions,
): Promise<StopScope> {
  if (merchant !== undefined) {
    const { merchantId } = await findMerchant(database, merchant);
    return { merchantId, environment, stoppedBy: 'operator' };
  }
  if (environment === 'live') return PLATFORM_STOP;
  throw new UsageError('no ambiente de teste, informe --merchant');
}

async function stopsAnswer({ database }: GatewayContext): Promise<Answer> {
  const json = platformStopsView(await readPlatformStops(database));
  const facts = {
    plataforma: json.platform ? `pausada desde ${json.platform.stopped_at}` : 'em operação',
    'saques que aguardam': json.waiting.count,
    'centavos que aguardam': json.waiting.amount,
  };
  const merchants = json.merchants.map(
    (stop) => `${stop.username} (${stop.environment}), desde ${stop.stopped_at}`,
  );
  return { json, text: [lines(facts), ...merchants].join('\n') };
}
