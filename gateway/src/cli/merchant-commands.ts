import type { Command } from 'commander';
import type { Foundation } from '../compose.ts';
import {
  changeMerchantStatus,
  createMerchant,
  setMerchantFee,
} from '../merchants/manage-merchants.ts';
import type { Merchant, StatusChange } from '../merchants/merchant.ts';
import { type Answer, answer, integerOf, lines } from './operator-session.ts';

interface CreateOptions {
  readonly username: string;
  readonly name: string;
  readonly document: string;
  readonly approve?: boolean;
}

interface FeeOptions {
  readonly bps: number;
  readonly fixed: number;
}

/** `merchant create|approve|suspend|reinstate|set-fee`. */
export function addMerchantCommands(program: Command): void {
  const merchant = program.command('merchant').description('lojistas');
  merchant
    .command('create')
    .description('abre uma conta')
    .requiredOption('--username <username>', '3 a 30 de a-z, 0-9, "_", "." e "-"')
    .requiredOption('--name <name>', 'nome ou razão social')
    .requiredOption('--document <document>', 'CPF ou CNPJ')
    .option('--approve', 'já aprovada')
    .action((options: CreateOptions, command: Command) =>
      answer(command, async (foundation) => {
        const { username, name, document } = options;
        const isApproved = options.approve === true;
        const created = await createMerchant(needsOf(foundation), {
          username,
          name,
          document,
          isApproved,
        });
        return merchantAnswer(created);
      }),
    );
  for (const change of ['approve', 'suspend', 'reinstate'] as const)
    addStatusCommand(merchant, change);
  merchant
    .command('set-fee <username>')
    .description('muda a tarifa das próximas cobranças')
    .requiredOption('--bps <basis-points>', 'pontos-base (149 = 1,49 %)', integerOf)
    .requiredOption('--fixed <centavos>', 'parte fixa em centavos', integerOf)
    .action((username: string, options: FeeOptions, command: Command) =>
      answer(command, async (foundation) => {
        const fee = { basisPoints: options.bps, fixedCentavos: options.fixed };
        return merchantAnswer(await setMerchantFee(needsOf(foundation), username, fee));
      }),
    );
}

const DESCRIPTIONS = {
  approve: 'aprova o cadastro',
  suspend: 'suspende: a próxima requisição já é recusada',
  reinstate: 'desfaz a suspensão',
};

function addStatusCommand(parent: Command, change: keyof typeof DESCRIPTIONS & StatusChange): void {
  parent
    .command(`${change} <username>`)
    .description(DESCRIPTIONS[change])
    .action((username: string, _options: object, command: Command) =>
      answer(command, async (foundation) =>
        merchantAnswer(await changeMerchantStatus(needsOf(foundation), username, change)),
      ),
    );
}

function needsOf({ database, clock, config }: Foundation) {
  return { database, clock, fees: config.fees };
}

function merchantAnswer(merchant: Merchant): Answer {
  const json = {
    username: merchant.username,
    name: merchant.name,
    document: merchant.document,
    status: merchant.status,
    fee_bps: Number(merchant.feePlan.feeRate),
    fee_fixed: Number(merchant.feePlan.feeFixed),
    payout_fee: Number(merchant.feePlan.payoutFee),
  };
  return { json, text: lines(json) };
}
