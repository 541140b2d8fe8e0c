import type { Command } from 'commander';
import type { AttemptCounter } from '#src/accounts/auth/attempt-limits.ts';
import { inviteMember } from '#src/accounts/auth/team/invite-member.ts';
import { createTeamMails } from '#src/accounts/auth/team/team-mails.ts';
import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { MEMBER_ROLES, type MemberRole } from '#src/ground/access/roles.ts';
import { isoTime } from '#src/ground/clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { emailOf } from './argument-values.ts';
import { answer, lines } from './operator-session.ts';
import { UsageError } from './usage-error.ts';

/** People at the command line are not limited by attempts; the limits of a team still hold. */
const unlimited: AttemptCounter = {
  count: async () => undefined,
  undo: async () => undefined,
  clientNetwork: (address) => address,
};

interface InviteOptions {
  readonly email: string;
  readonly role: MemberRole;
}

/** `merchant invite`: the first owner of a merchant that `merchant create` opened, for example. */
export function addInviteCommand(merchant: Command): void {
  merchant
    .command('invite <username>')
    .description('convida uma pessoa para a equipe de um lojista; o link vai por e-mail')
    .requiredOption('--email <e-mail>', 'e-mail da pessoa', emailOf)
    .option('--role <papel>', `papel: ${MEMBER_ROLES.join(', ')}`, memberRoleIn, 'owner')
    .action((username: string, { email, role }: InviteOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { merchantId, isSandbox } = await findMerchant(appContext.database, username);
        if (isSandbox) throw new Refusal('sandbox_forbidden');
        const teamMails = createTeamMails(appContext.config.appUrl);
        const deps = { ...appContext, teamMails, attempts: unlimited };
        const invited = { merchantId, email, memberRole: role };
        const { email: invitedEmail, expiresAt } = await inviteMember(deps, invited, commandActor);
        const json = { username, email: invitedEmail, role, expires_at: isoTime(expiresAt) };
        return { json, text: lines(json) };
      }),
    );
}

function memberRoleIn(text: string): MemberRole {
  const role = MEMBER_ROLES.find((one) => one === text);
  if (role) return role;
  throw new UsageError(`"${text}" não é um papel: use ${MEMBER_ROLES.join(', ')}`);
}
