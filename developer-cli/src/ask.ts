import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { Failure } from './failure.ts';

/** Whether a person can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true;
}

/** Asks for a line at the terminal. What is typed stays invisible when it is secret. */
export function ask(question: string, { isSecret = false } = {}): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isSecret) process.stderr.write(question);
  const reader = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: true,
  });
  return new Promise<string>((resolve, reject) => {
    reader.question(isSecret ? '' : question, (answer) => resolve(answer.trim()));
    reader.once('SIGINT', () => reject(new Failure('usage', 'interrompido')));
    reader.once('close', () => reject(new Failure('usage', 'nada foi informado')));
  }).finally(() => {
    if (isSecret) process.stderr.write('\n');
    reader.close();
  });
}

/** The first line of standard input. */
export async function firstLine(): Promise<string> {
  const text = await readText(process.stdin);
  return text.split('\n')[0]?.trim() ?? '';
}

/** A secret: asked for at a terminal, otherwise the first line of standard input. */
export async function readSecret(question: string): Promise<string> {
  const secret = canAsk() ? await ask(question, { isSecret: true }) : await firstLine();
  if (secret === '') throw new Failure('usage', 'o segredo não foi informado');
  return secret;
}
