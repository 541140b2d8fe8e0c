import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import { OPERATOR_ROLES, type OperatorRole } from '#src/ground/access/roles.ts';
import { emailOf } from '#src/ground/commands/argument-values.ts';
import { answer, type CommandStreams, hostOf, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { createOperator } from '../auth/operators/create-operator.ts';
import { changeOperatorRole, removeOperator } from '../auth/operators/manage-operators.ts';
import { selectOperators } from '../auth/operators/operator-store.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../auth/password-length.ts';

const RANDOM_BYTES = 15;

interface CreateOptions {
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly passwordStdin?: boolean;
}

/** `operator create`, `operator list`, `operator change` and `operator remove`. */
export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('operadores do painel');
  addCreateCommand(operator);
  operator
    .command('list')
    .description('lista os operadores e seus papéis')
    .action((_options: object, command: Command) =>
      answer(command, async ({ database }) => {
        const operators = await selectOperators(database);
        const json = operators.map(({ name, email, operatorRole, hasSecondFactor }) => ({
          email,
          name,
          role: operatorRole,
          has_second_factor: hasSecondFactor,
        }));
        const text = json.map(({ email, name, role }) => `${email}  ${role}  ${name}`).join('\n');
        return { json, text: text || 'nenhum operador' };
      }),
    );
  operator
    .command('change <e-mail>')
    .description('dá outro papel a um operador')
    .requiredOption('--role <papel>', `papel: ${OPERATOR_ROLES.join(', ')}`, operatorRoleIn)
    .action((email: string, { role }: { role: OperatorRole }, command: Command) =>
      answer(command, async (appContext) => {
        const which = { email: email.trim().toLowerCase() };
        await changeOperatorRole(appContext, which, role, commandActor);
        return { json: { ...which, role }, text: `${which.email} agora é ${role}` };
      }),
    );
  operator
    .command('remove <e-mail>')
    .description('remove um operador e encerra suas sessões')
    .action((email: string, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        const which = { email: email.trim().toLowerCase() };
        await removeOperator(appContext, which, commandActor);
        return { json: { ...which, removed: true }, text: `${which.email} não é mais operador` };
      }),
    );
}

function addCreateCommand(operator: Command): void {
  operator
    .command('create')
    .description('cria o acesso de um operador; sem --password-stdin, gera e mostra uma senha')
    .requiredOption('--email <e-mail>', 'e-mail de acesso ao painel', emailOf)
    .option('--name <nome>', 'nome', 'Operador')
    .option('--role <papel>', `papel: ${OPERATOR_ROLES.join(', ')}`, operatorRoleIn, 'admin')
    .option('--password-stdin', 'lê a senha da entrada padrão')
    .action((options: CreateOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { email, name, role: operatorRole } = options;
        const typed =
          options.passwordStdin === true ? await readPassword(hostOf(command)) : undefined;
        const password = typed ?? randomBytes(RANDOM_BYTES).toString('base64url');
        await createOperator(appContext, { email, name, password, operatorRole }, commandActor);
        const json = { email, name, role: operatorRole, ...(typed === undefined && { password }) };
        const entrance = `${appContext.config.appUrl}/entrar`;
        const next = `\n\nEntre em ${entrance} e ative a verificação em duas etapas.`;
        return { json, text: lines(json) + next };
      }),
    );
}

function operatorRoleIn(text: string): OperatorRole {
  const role = OPERATOR_ROLES.find((allowed) => allowed === text);
  if (role) return role;
  throw new UsageError(`"${text}" não é um papel: use ${OPERATOR_ROLES.join(', ')}`);
}

async function readPassword({ stdin }: Pick<CommandStreams, 'stdin'>): Promise<string> {
  const password = (await text(stdin)).replace(/\r?\n$/, '');
  if (password.length >= PASSWORD_LENGTH_MIN && password.length <= PASSWORD_LENGTH_MAX) {
    return password;
  }
  throw new UsageError(
    `a senha deve ter de ${PASSWORD_LENGTH_MIN} a ${PASSWORD_LENGTH_MAX} caracteres`,
  );
}
