import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { MEMBER_ROLES, type MemberRole } from '#src/ground/access/roles.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { emailOf, integerOf } from '#src/ground/commands/argument-values.ts';
import { asOwner } from '#src/ground/commands/owner-session.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { isBucketId } from '#src/ground/database/buckets.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { termsView } from '#src/ledger/settlements/terms-view.ts';
import type { AttemptCounter } from '../auth/attempt-limits.ts';
import { inviteMember } from '../auth/team/invite-member.ts';
import { changeMerchantStatus, setMerchantFee } from '../merchants/change-merchant.ts';
import type { KeyPair } from '../merchants/credentials/credential.ts';
import { createCredential } from '../merchants/credentials/manage-credentials.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import type { StatusChange } from '../merchants/merchant.ts';
import { moveMerchant } from '../merchants/move-merchant.ts';
import { createMerchant } from '../merchants/open-merchant.ts';
import { setSettlementTerms } from '../merchants/set-settlement-terms.ts';
import { addAddressCommand } from './address-commands.ts';
import { keyPairAnswer } from './credential-commands.ts';
import { addMerchantReadCommands, type VolumeReads } from './merchant-read-commands.ts';

/** Commands have no limit of attempts; the limits of a team still apply. */
const unlimited: AttemptCounter = {
  count: async () => undefined,
  undo: async () => undefined,
  clientNetwork: (address) => address,
};

interface CreateOptions {
  readonly username: string;
  readonly name: string;
  readonly document: string;
  readonly approve?: boolean;
  readonly withTestKey?: boolean;
}

interface FeeOptions {
  readonly bps: number;
  readonly fixed: number;
  readonly payoutFee?: number;
}

/** `merchant list|show|create|invite|approve|suspend|reinstate|set-fee|settlement|address|move`. */
export function addMerchantCommands(program: Command, reads: VolumeReads): Command {
  const merchant = program.command('merchant').description('lojistas');
  addMerchantReadCommands(merchant, reads);
  merchant
    .command('create')
    .description('cadastra um lojista')
    .requiredOption('--username <username>', '3 a 30 caracteres: a-z, 0-9, "_", "." e "-"')
    .requiredOption('--name <nome>', 'nome ou razão social')
    .requiredOption('--document <documento>', 'CPF ou CNPJ')
    .option('--approve', 'cria a conta já aprovada')
    .option(
      '--with-test-key',
      'o mesmo, com uma chave de teste, cujo segredo aparece uma única vez',
    )
    .action((options: CreateOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { username, name, document, approve, withTestKey } = options;
        const account = { username, name, document, isApproved: approve || withTestKey || false };
        const created = await createMerchant(depsOf(appContext), account, commandActor);
        if (!withTestKey) return merchantAnswer(created);
        const settings = { environment: 'test', name: 'teste', rights: {} } as const;
        const pair = await createCredential(appContext, created, settings, commandActor);
        return withKeyPair(merchantAnswer(created), pair);
      }),
    );
  addInviteCommand(merchant);
  for (const change of ['approve', 'suspend', 'reinstate'] as const)
    addStatusCommand(merchant, change);
  merchant
    .command('set-fee <username>')
    .description('altera as tarifas das próximas cobranças e dos próximos saques')
    .requiredOption('--bps <pontos-base>', 'pontos-base (149 = 1,49 %)', integerOf)
    .requiredOption('--fixed <centavos>', 'parte fixa em centavos', integerOf)
    .option('--payout-fee <centavos>', 'tarifa por saque; se omitida, não muda', integerOf)
    .action((username: string, options: FeeOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { bps: basisPoints, fixed: fixedCentavos, payoutFee: payoutFeeCentavos } = options;
        const fee = { basisPoints, fixedCentavos, payoutFeeCentavos };
        const deps = depsOf(appContext);
        return merchantAnswer(await setMerchantFee(deps, username, fee, commandActor));
      }),
    );
  addSettlementCommand(merchant);
  addAddressCommand(merchant);
  addMoveMerchantCommand(merchant);
  return merchant;
}

interface SettlementOptions {
  readonly delayDays: number;
  readonly businessDays?: boolean;
  readonly reserveBps?: number;
  readonly reserveDays?: number;
}

function addSettlementCommand(parent: Command): void {
  parent
    .command('settlement <username>')
    .description('altera o prazo de liquidação e a reserva dos próximos pagamentos')
    .requiredOption('--delay-days <dias>', 'dias até a liquidação; 0: na hora', integerOf)
    .option('--business-days', 'conta só dias úteis bancários')
    .option('--reserve-bps <pontos-base>', 'parte em reserva (500 = 5 %)', integerOf)
    .option('--reserve-days <dias>', 'dias corridos da reserva', integerOf)
    .action((username: string, options: SettlementOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { delayDays, businessDays, reserveBps = 0, reserveDays = 0 } = options;
        const terms = {
          delayDays,
          reserveDays,
          reserveBasisPoints: reserveBps,
          inBusinessDays: businessDays === true,
        };
        const set = await setSettlementTerms(depsOf(appContext), username, terms, commandActor);
        const json = { username, ...termsView(set) };
        return { json, text: lines(json) };
      }),
    );
}

const DESCRIPTIONS = {
  approve: 'aprova o cadastro',
  suspend: 'suspende a conta: a próxima requisição já é recusada',
  reinstate: 'reativa uma conta suspensa',
};

function addStatusCommand(parent: Command, change: keyof typeof DESCRIPTIONS & StatusChange): void {
  const added = parent.command(`${change} <username>`).description(DESCRIPTIONS[change]);
  if (change === 'suspend') added.option('--reason <motivo>', 'motivo, para a auditoria');
  added.action((username: string, options: { reason?: string }, command: Command) =>
    answer(command, async (appContext) => {
      const decision = { change, ...options };
      const deps = depsOf(appContext);
      return merchantAnswer(await changeMerchantStatus(deps, username, decision, commandActor));
    }),
  );
}

function depsOf({ database, clock, config }: GatewayContext) {
  return { database, clock, fees: config.fees };
}

function withKeyPair({ json, text }: Answer, pair: KeyPair): Answer {
  const keys = keyPairAnswer(pair);
  return { json: { ...Object(json), ...Object(keys.json) }, text: `${text}\n${keys.text}` };
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

/** `merchant move`. */
function addMoveMerchantCommand(merchant: Command): void {
  merchant
    .command('move <username> <bucket>')
    .description('move o lojista para outro bucket; as suas alterações recebem 503 enquanto isso')
    .action((username: string, bucket: string, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        if (!isBucketId(bucket)) throw new UsageError(`não há bucket ${bucket}`);
        const { database, clock } = appContext;
        const moved = await asOwner(appContext, (owner) =>
          moveMerchant({ database, owner, clock }, { username, to: bucket }, commandActor),
        );
        if (moved === 'unknown bucket') throw new UsageError(`não há bucket ${bucket}`);
        const rows = typeof moved === 'string' ? {} : moved;
        return { json: { username, bucket, rows }, text: `${username} está no bucket ${bucket}` };
      }),
    );
}

interface InviteOptions {
  readonly email: string;
  readonly role: MemberRole;
}

/** `merchant invite`: the first owner of a merchant that `merchant create` opened, for example. */
function addInviteCommand(merchant: Command): void {
  merchant
    .command('invite <username>')
    .description('convida uma pessoa para a equipe de um lojista; o link vai por e-mail')
    .requiredOption('--email <e-mail>', 'e-mail da pessoa', emailOf)
    .option('--role <papel>', `papel: ${MEMBER_ROLES.join(', ')}`, memberRoleIn, 'owner')
    .action((username: string, { email, role }: InviteOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { merchantId, isSandbox } = await findMerchant(appContext.database, username);
        if (isSandbox) throw new Refusal('sandbox_forbidden');
        const deps = { ...appContext, attempts: unlimited };
        const invited = { merchantId, email, memberRole: role };
        const { email: invitedEmail, expiresAt } = await inviteMember(deps, invited, commandActor);
        const json = { username, email: invitedEmail, role, expires_at: isoTime(expiresAt) };
        return { json, text: lines(json) };
      }),
    );
}

function memberRoleIn(text: string): MemberRole {
  const role = MEMBER_ROLES.find((allowed) => allowed === text);
  if (role) return role;
  throw new UsageError(`"${text}" não é um papel: use ${MEMBER_ROLES.join(', ')}`);
}
