import type { Command } from 'commander';
import type { Answer } from '#src/ground/commands/answer.ts';
import { LIMIT_DEFAULT, limitOf } from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { addressLine } from '../merchants/address/address-line.ts';
import { MERCHANT_STATUSES, type MerchantStatus } from '../merchants/merchant.ts';
import { merchantDetails, merchantItem } from '../merchants/merchant-view.ts';
import { type ReadMerchantDeps, readMerchant } from '../merchants/read-merchant.ts';
import { searchMerchants } from '../merchants/search-merchants.ts';

interface ListOptions {
  readonly search?: string;
  readonly status?: MerchantStatus;
  readonly limit: number;
  readonly cursor?: string;
}

/** Reads of a higher room. */
export type VolumeReads = Pick<ReadMerchantDeps, 'readVolumes'>;

/** `merchant list` and `merchant show`. */
export function addMerchantReadCommands(parent: Command, reads: VolumeReads): void {
  parent
    .command('list')
    .description('lista os lojistas, dos mais novos aos mais antigos')
    .option('--search <texto>', 'partes do nome, do username, do documento ou de um e-mail')
    .option('--status <situação>', MERCHANT_STATUSES.join(', '), statusOf)
    .option('--limit <n>', 'quantos, no máximo', limitOf, LIMIT_DEFAULT)
    .option('--cursor <cursor>', 'continua depois da página anterior')
    .action((options: ListOptions, command: Command) =>
      answer(command, (context) => listMerchants({ ...context, ...reads }, options)),
    );
  parent
    .command('show <username>')
    .description('mostra um lojista: situação, tarifas, saldos, usuários, chaves e cadastro')
    .action((username: string, _options: object, command: Command) =>
      answer(command, (context) => showMerchant({ ...context, ...reads }, username)),
    );
}

async function listMerchants(deps: ReadMerchantDeps, options: ListOptions): Promise<Answer> {
  const { database, clock } = deps;
  const { search, status, limit, cursor } = options;
  const { rows, next } = await searchMerchants(database, { search, status, limit, cursor });
  const ids = rows.map(({ merchantId }) => merchantId);
  const volumes = await deps.readVolumes(database, ids, clock.now());
  const data = rows.map((row) => merchantItem(row, volumes));
  const width = Math.max(0, ...data.map(({ username }) => username.length));
  const text = data.map((item) => {
    const received = brazilianMoney(centavos(item.last_30_days.live.paid_amount));
    const { status, document, name } = item;
    return `${item.username.padEnd(width)}  ${status}  ${document}  ${received}  ${name}`;
  });
  if (next !== null) text.push(`há mais: --cursor ${next}`);
  return { json: { data, next_cursor: next }, text: text.join('\n') || 'nenhum lojista' };
}

async function showMerchant(
  context: GatewayContext & VolumeReads,
  username: string,
): Promise<Answer> {
  const profile = await readMerchant(context, username);
  const json = merchantDetails(profile, context.config.defaultRateLimitPerMinute);
  const { fee, settlement, balances, last_30_days: received } = json;
  const text = lines({
    username: json.username,
    name: json.name,
    document: json.document,
    status: json.status,
    suspension: json.suspension?.reason ?? '-',
    fee: `${fee.basis_points} bps + ${brazilianMoney(centavos(fee.fixed_centavos))}`,
    payout_fee: brazilianMoney(centavos(fee.payout_fee_centavos)),
    settlement_days: settlement.delay_days,
    available_live: brazilianMoney(centavos(balances.live.available)),
    available_test: brazilianMoney(centavos(balances.test.available)),
    received_30_days: brazilianMoney(centavos(received.live.paid_amount)),
    kyc: json.kyc?.status ?? '-',
    address: addressLine(profile.address) ?? '-',
    users: json.users.map(({ email }) => email).join(', ') || '-',
    keys: json.credentials.filter((key) => key.revoked_at === null).length,
    created_at: json.created_at,
  });
  return { json, text };
}

function statusOf(text: string): MerchantStatus {
  const status = MERCHANT_STATUSES.find((allowed) => allowed === text);
  if (status) return status;
  throw new UsageError(`"${text}" não é uma situação: use ${MERCHANT_STATUSES.join(', ')}`);
}
