import { type Command, Option } from 'commander';
import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { environmentOf, integerOf } from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { setOperatorLimits } from '../payouts/limits/change-payout-limits.ts';
import { limitsView } from '../payouts/limits/payout-limit-schemas.ts';
import { readPayoutLimits } from '../payouts/limits/read-payout-limits.ts';
import type { PayoutLimits } from '../payouts/payout-limits.ts';

const NONE = 'none';
const WAIT_OPTION = '--new-destination-wait <minutos>';

/** The options of the amounts, and the limits that they set. */
const AMOUNTS = [
  ['--per-payout <centavos>', 'perPayout', 'limite por saque'],
  ['--per-day <centavos>', 'perDay', 'limite por dia'],
  ['--per-night <centavos>', 'perNight', 'limite por noite (20h às 6h)'],
  ['--approval-above <centavos>', 'approvalAbove', 'acima dele o saque aguarda aprovação'],
  [
    '--new-destination-approval-above <centavos>',
    'newDestinationApprovalAbove',
    'o mesmo, para uma chave Pix nova',
  ],
] as const;

type LimitOptions = Partial<Record<(typeof AMOUNTS)[number][1], Centavos | null>> & {
  readonly environment: Environment;
  readonly newDestinationWait?: number;
};

/** `payouts limits`. */
export function addPayoutLimitCommand(payouts: Command): void {
  const added = payouts
    .command('limits <username>')
    .description('mostra os limites de saque de um lojista; com opções, define os da plataforma')
    .option('--environment <ambiente>', 'test ou live', environmentOf, 'live');
  for (const [flags, , description] of AMOUNTS) {
    added.addOption(
      new Option(flags, `${description}; ${NONE} remove`).argParser((text) =>
        text === NONE ? null : centavos(integerOf(text)),
      ),
    );
  }
  added.option(WAIT_OPTION, 'espera de um saque para uma chave Pix nova; 0 remove', integerOf);
  added.action((username: string, options: LimitOptions, command: Command) =>
    answer(command, async ({ database, clock }) => {
      const { environment } = options;
      const { merchantId, isSandbox } = await findMerchant(database, username);
      const scope = { merchantId, environment };
      if (Object.keys(options).length > 1) {
        refuseSandbox({ isSandbox });
        const change = (current: PayoutLimits) => changed(current, options);
        await setOperatorLimits({ database, clock }, scope, change, commandActor);
      }
      const json = limitsView(await readPayoutLimits(database, scope, clock.now()));
      return { json, text: lines(json.in_force) };
    }),
  );
}

/** Replaces the limits of the given options; all other limits stay. */
function changed(current: PayoutLimits, options: LimitOptions): PayoutLimits {
  const { newDestinationWait } = options;
  const amounts = AMOUNTS.flatMap(([, name]) =>
    options[name] === undefined ? [] : [[name, options[name]] as const],
  );
  return {
    ...current,
    ...Object.fromEntries(amounts),
    ...(newDestinationWait !== undefined && { newDestinationWaitMinutes: newDestinationWait }),
  };
}
