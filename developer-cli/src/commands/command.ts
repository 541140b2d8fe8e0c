import { type Command, InvalidArgumentError } from 'commander';
import { eventKinds } from '../../../gateway/src/webhooks/webhook-event.ts';
import { Failure } from '../failure.ts';
import { type Output, openOutput } from '../output.ts';
import { openSession, type Session, type SessionOptions } from '../session.ts';

/** The output and the session that a command gets besides its options. */
export interface Context {
  readonly output: Output;
  /** Chooses gateway and keys. Throws a Failure when there are none. */
  readonly session: () => Session;
  /** The options that choose gateway and keys. */
  readonly sessionOptions: SessionOptions;
}

export interface OptionSpec {
  readonly flags: string;
  readonly about: string;
  /** Called with each value and, for an option that repeats, with what it returned before. */
  readonly parse?: (text: string, previous: unknown) => unknown;
  readonly fallback?: unknown;
}

export interface CommandSpec<Options> {
  /** "charge", or "events list". */
  readonly name: string;
  readonly summary: string;
  /** As `<valor>` or `[valor]`, with a description. */
  readonly words?: readonly (readonly [name: string, about: string])[];
  readonly options?: readonly OptionSpec[];
  readonly examples: readonly (readonly [line: string, about: string])[];
  readonly notes?: string;
  /** Whether it never talks to a gateway. */
  readonly isOffline?: boolean;
  /** Returns the exit code. Throws a Failure. */
  readonly run: (context: Context, options: Options, ...words: string[]) => Promise<number>;
}

const SESSION_OPTIONS: readonly OptionSpec[] = [
  { flags: '--url <endereço>', about: 'o gateway (padrão: PIX_URL, o perfil, localhost:3000)' },
  { flags: '--profile <nome>', about: 'o perfil do pix login (padrão: PIX_PROFILE, ou default)' },
  { flags: '--insecure', about: 'aceita http a outra máquina' },
];

/** The exit code of the command that ran. */
export const ended = { exitCode: 0 };

/** Adds a command with its options, help and examples. */
export function addCommand<Options extends object>(
  parent: Command,
  spec: CommandSpec<Options>,
): void {
  const command = parent.command(spec.name).description(spec.summary);
  for (const [name, about] of spec.words ?? []) command.argument(name, about);
  const shared = spec.isOffline ? [] : SESSION_OPTIONS;
  for (const { flags, about, parse, fallback } of [...(spec.options ?? []), ...shared]) {
    if (parse)
      command.option(flags, about, (text, previous) => parsed(parse, text, previous), fallback);
    else command.option(flags, about);
  }
  command.option('--json', 'responde um objeto JSON por linha');
  command.addHelpText('after', () => helpAfter(spec));
  command.action(async (...given: unknown[]) => {
    const words = given.slice(0, -2).filter((word): word is string => typeof word === 'string');
    const options = command.opts<Options & SessionOptions & { json?: boolean }>();
    const context = {
      output: openOutput(options.json === true),
      session: () => openSession(options),
      sessionOptions: options,
    };
    ended.exitCode = await spec.run(context, options, ...words);
  });
}

function parsed(parse: NonNullable<OptionSpec['parse']>, text: string, previous: unknown): unknown {
  try {
    return parse(text, previous);
  } catch (error) {
    if (error instanceof Failure) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

function helpAfter<Options>({ examples, notes }: CommandSpec<Options>): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, about]) => `  ${line.padEnd(width)}  # ${about}`);
  return `\nExemplos:\n${lines.join('\n')}\n${notes === undefined ? '' : `\n${notes}\n`}`;
}

/** Reads a whole number of at least one. Throws a Failure. */
export function parseCount(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1) return count;
  throw new Failure('usage', `"${text}" não é um número inteiro a partir de 1`);
}

/** Makes a reader of one of the names. It throws a Failure that lists them. */
export function parseOneOf(names: readonly string[]): (text: string) => string {
  return (text) => {
    if (names.includes(text)) return text;
    throw new Failure('usage', `"${text}" não existe. Há: ${names.join(', ')}`);
  };
}

/** Checks names of events separated by commas. Throws a Failure that lists them. */
export function parseKinds(text: string): string {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !eventKinds.some((kind) => kind === name));
  if (unknown === undefined) return names.join(',');
  throw new Failure('usage', `o evento "${unknown}" não existe. Há: ${eventKinds.join(', ')}`);
}

export const EVENTS_OPTION: OptionSpec = {
  flags: '--events <tipos>',
  about: 'só estes tipos, separados por vírgula',
  parse: parseKinds,
};
