import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { commandActor } from '#src/access/actor.ts';
import { OPERATOR_ROLES, type OperatorRole } from '#src/access/roles.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#src/auth/password-length.ts';
import { createOperator } from '#src/auth/sign-up.ts';
import { answer, lines } from './operator-session.ts';
import { UsageError } from './usage-error.ts';

const RANDOM_BYTES = 15;

interface CreateOptions {
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly passwordStdin?: boolean;
}

/** `operator create`. */
export function addOperatorCommands(program: Command): void {
  program
    .command('operator')
    .description('operadores do painel')
    .command('create')
    .description('cria o acesso de um operador; sem --password-stdin, gera e mostra uma senha')
    .requiredOption('--email <e-mail>', 'e-mail de acesso ao painel', emailOf)
    .option('--name <nome>', 'nome', 'Operador')
    .option('--role <papel>', `papel: ${OPERATOR_ROLES.join(', ')}`, operatorRoleIn, 'admin')
    .option('--password-stdin', 'lê a senha da entrada padrão')
    .action((options: CreateOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { email, name, role: operatorRole } = options;
        const typed = options.passwordStdin === true ? await readPassword() : undefined;
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
  const role = OPERATOR_ROLES.find((one) => one === text);
  if (role) return role;
  throw new UsageError(`"${text}" não é um papel: use ${OPERATOR_ROLES.join(', ')}`);
}

function emailOf(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new UsageError(`"${text}" não é um e-mail`);
}

async function readPassword(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password.length >= PASSWORD_LENGTH_MIN && password.length <= PASSWORD_LENGTH_MAX) {
    return password;
  }
  throw new UsageError(
    `a senha deve ter de ${PASSWORD_LENGTH_MIN} a ${PASSWORD_LENGTH_MAX} caracteres`,
  );
}
