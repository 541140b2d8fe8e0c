import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { runCli } from '../../../test/support/gateway-process.ts';
import { buildProgram } from './program.ts';

const ENGLISH =
  /\b(usage|options?|commands?|arguments?|display|default|error|required|unknown|invalid)\b/i;

function everyCommand(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** The output of a wrong call. */
async function printedBy(words: string): Promise<string> {
  const { exitCode, stderr } = await runCli({}, ...words.split(' '));
  assert.equal(exitCode, 2);
  return stderr;
}

test('the help of every command is in Portuguese', async () => {
  const commands = everyCommand(await buildProgram());
  assert.ok(commands.length > 30);
  for (const command of commands) {
    const help = command.helpInformation();
    assert.match(help, /^Uso: pix-gateway/);
    assert.doesNotMatch(help.replaceAll(/--?[a-z-]+/g, ''), ENGLISH, command.name());
    assert.doesNotMatch(help, /à mão|servem a/);
  }
});

test('an error is in Portuguese, and the help of its own command follows it', async () => {
  for (const [command, rest, error] of [
    ['merchant approve', '', "falta o argumento 'username'"],
    ['merchant approve', 'a b', 'argumentos demais: esperados 1, recebidos 2: a, b'],
    ['merchant', 'aprove a', "comando desconhecido: 'aprove'\n(Você quis dizer approve?)"],
    ['reconcile', '', "falta a opção obrigatória '--day <dia>'"],
    ['reconcile', '--day', "a opção '--day <dia>' precisa de um valor"],
    ['ledger verify', '--ful', "opção desconhecida: '--ful'\n(Você quis dizer --full?)"],
    ['reconcile', '--day ontem', '"ontem" não é um dia, como 2026-11-20'],
    ['restore', 'x --at 2026-11-22T10:00', '"2026-11-22T10:00" não é um instante; use data, hora'],
    ['held release', 'deposit x', '"deposit" não é um tipo: use payout ou refund'],
    ['held release', 'payout x', '"x" não é um identificador'],
    ['credential set-limit', 'x dez', '"dez" não é um inteiro'],
  ] as const) {
    const printed = await printedBy(`${command} ${rest}`.trim());
    assert.ok(printed.startsWith(`erro: ${error}`), printed);
    assert.ok(printed.includes(`\n\nUso: pix-gateway ${command} [opções]`), printed);
  }
});

test('a call loads its own command alone, and each command is found by its name', async () => {
  const all = (await buildProgram()).commands.map((command) => command.name());
  for (const name of all) {
    const program = await buildProgram(['--json', name, 'list']);
    assert.ok(
      program.commands.some((command) => command.name() === name),
      name,
    );
    assert.ok(program.commands.length < 5, name);
  }
  for (const words of [['--help'], ['help', 'merchant'], ['merchants']]) {
    assert.equal((await buildProgram(words)).commands.length, all.length);
  }
});
