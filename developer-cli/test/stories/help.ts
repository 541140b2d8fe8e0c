import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { LOCAL_CODES } from '../../src/failure.ts';
import { buildProgram } from '../../src/program.ts';
import { newDeveloper } from '../world.ts';

/** The commands that can be run, by their words. */
function commandsOf(parent: Command, path = ''): [string, Command][] {
  return parent.commands.flatMap((command): [string, Command][] => {
    const words = `${path} ${command.name()}`.trim();
    return command.commands.length > 0 ? commandsOf(command, words) : [[words, command]];
  });
}

/** The help of a command with what stands after it. */
function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return help;
}

test('each command explains itself with examples of itself, and takes --json', () => {
  const commands = commandsOf(buildProgram());
  assert.ok(commands.length > 12);
  for (const [words, command] of commands) {
    const help = helpOf(command);
    assert.ok(help.includes('--json'), words);
    const examples = help.split('Exemplos:')[1] ?? '';
    assert.ok(examples.includes(`pix ${words}`), words);
  }
});

test('wrong use ends with 2 and says what to write', async (context) => {
  const developer = await newDeveloper(context);
  const unknown = await developer.pix(['trigger', 'deposit.payed']);
  assert.deepEqual([unknown.exitCode, /Há: deposit\.paid,/.test(unknown.stderr)], [2, true]);
  const amount = await developer.pix(['charge', '1.23.4']);
  assert.deepEqual([amount.exitCode, /escreva 10, 10,50/.test(amount.stderr)], [2, true]);
  const command = await developer.pix(['chage', '10']);
  assert.deepEqual([command.exitCode, /Você quis dizer charge/.test(command.stderr)], [2, true]);
});

test('with --json a wrong use and a local failure are one JSON with a code of the guide', async (context) => {
  const developer = await newDeveloper(context);
  const wrong = {
    unknown_option: ['events', 'list', '--limite', '3'],
    unknown_command: ['evento'],
    missing_argument: ['charge'],
    invalid_argument: ['events', 'list', '--limit', 'dez'],
    too_many_arguments: ['decode', 'a', 'b'],
    profile_not_found: ['events', 'list', '--profile', 'outro'],
  };
  for (const [code, words] of Object.entries(wrong)) {
    const { stdout, stderr, exitCode } = await developer.pix([...words, '--json']);
    assert.equal(stdout, '');
    const { error } = JSON.parse(stderr);
    assert.equal(error.code, code);
    assert.ok(error.message.length > 0);
    assert.equal(exitCode, code === 'profile_not_found' ? 4 : 2);
  }
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guia/pix.md'), 'utf8');
  const rows = Object.entries(LOCAL_CODES).map(([code, about]) => `| \`${code}\` | ${about} |`);
  assert.ok(guide.includes(rows.join('\n')), rows.join('\n'));
});

test('completion writes the commands, their options and the events', async (context) => {
  const developer = await newDeveloper(context);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout, exitCode } = await developer.pix(['completion', shell]);
    assert.equal(exitCode, 0);
    for (const word of ['listen', '--forward-to', 'deposit.paid']) assert.ok(stdout.includes(word));
  }
});
