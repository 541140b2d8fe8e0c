import type { Command } from 'commander';
import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { environmentOf } from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { customerView, erasureView } from './customer-view.ts';
import { eraseCustomer } from './erasure/erase-customers.ts';
import { exportCustomer } from './export-customer.ts';
import { openCustomerIndex } from './link-customers.ts';
import { readCustomer } from './read-customers.ts';

interface Options {
  readonly document: string;
  readonly environment: Environment;
}

interface EraseOptions extends Options {
  readonly yes?: boolean;
}

/** `customer show|export|erase`: the payers of a merchant, as the LGPD lets them ask. */
export function addCustomerCommands(program: Command): Command {
  const customer = program.command('customer').description('clientes de um lojista (LGPD)');
  withOptions(customer.command('show <username>').description('mostra um cliente')).action(
    (username: string, options: Options, command: Command) =>
      answer(command, async (context) => {
        const { key, deps } = await openCustomer(context, username, options);
        await deps.customers.linkNewest(key);
        return factsAnswer(customerView(await readCustomer(deps.database, key)));
      }),
  );
  withOptions(
    customer.command('export <username>').description('exporta os dados de um cliente em JSON'),
  ).action((username: string, options: Options, command: Command) =>
    answer(command, async (context) => {
      const { key, deps } = await openCustomer(context, username, options);
      const json = await exportCustomer(deps, key, commandActor);
      return { json, text: JSON.stringify(json, null, 2) };
    }),
  );
  withOptions(customer.command('erase <username>').description('apaga os dados de um cliente'))
    .option('--yes', 'confirma: o apagamento não pode ser desfeito')
    .action((username: string, options: EraseOptions, command: Command) =>
      answer(command, async (context) => {
        if (options.yes !== true) {
          throw new UsageError('O apagamento não pode ser desfeito: confirme com --yes');
        }
        const { key, deps } = await openCustomer(context, username, options);
        return factsAnswer(erasureView(await eraseCustomer(deps, key, commandActor)));
      }),
    );
  return customer;
}

function withOptions(command: Command): Command {
  return command
    .requiredOption('--document <documento>', 'CPF ou CNPJ do cliente')
    .option('--environment <ambiente>', 'test ou live', environmentOf, 'live');
}

async function openCustomer(
  { database, clock, secretBox }: GatewayContext,
  username: string,
  options: Options,
) {
  const merchant = await findMerchant(database, username);
  refuseSandbox(merchant);
  const scope = {
    merchantId: merchant.merchantId,
    environment: options.environment,
  };
  const document = parseTaxId(options.document, { checkDigits: false });
  if (document === undefined) throw new Refusal('customer_not_found');
  const customers = openCustomerIndex({ database, clock, secretBox });
  const key = { ...scope, id: await customers.idOf(scope, document.digits) };
  return { key, deps: { database, exportDatabase: database, clock, customers } };
}

function factsAnswer(json: Readonly<Record<string, unknown>>): Answer {
  return { json, text: lines(json) };
}
