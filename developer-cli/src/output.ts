import { Failure } from './failure.ts';

/** Where a command writes: text for people, or one JSON object a line for programs. */
export interface Output {
  readonly isJson: boolean;
  /** Writes a result: the object with `--json`, otherwise the text. */
  result(object: object, text: string): void;
  /** Writes a remark on standard error; nothing with `--json`. */
  note(text: string): void;
}

export function openOutput(isJson: boolean): Output {
  return {
    isJson,
    result: (object, text) =>
      void process.stdout.write(isJson ? `${JSON.stringify(object)}\n` : `${text}\n`),
    note: (text) => void (isJson || process.stderr.write(`${text}\n`)),
  };
}

/** Reports a failure on standard error and returns the exit code. */
export function reportFailure(error: unknown, isJson: boolean): number {
  const failure =
    error instanceof Failure
      ? error
      : new Failure('unexpected', error instanceof Error ? error.message : String(error));
  const { status, requestId, details } = failure.facts;
  if (isJson) {
    const facts = {
      code: failure.code,
      message: failure.message,
      status,
      request_id: requestId,
      details,
    };
    process.stderr.write(`${JSON.stringify({ error: facts })}\n`);
  } else {
    const request = requestId ? `\n  X-Request-Id: ${requestId}` : '';
    process.stderr.write(`erro: ${failure.message}${request}\n`);
  }
  return failure.exitCode;
}

const CODES = { green: 32, red: 31, yellow: 33, dim: 2, bold: 1 } as const;

/** The text in a color, when standard output is a terminal that shows colors. */
export function paint(color: keyof typeof CODES, text: string): string {
  const hasColors = process.stdout.isTTY === true && !process.env.NO_COLOR;
  return hasColors ? `\u001b[${CODES[color]}m${text}\u001b[0m` : text;
}

const CONTROL = /(?![\t\n])\p{Cc}/gu;

/** A text from elsewhere without the control characters that could change the terminal. */
export function harmless(text: string): string {
  return text.replace(CONTROL, '\ufffd');
}

/** The local time of an instant, as "14:03:22". */
export function clockTime(at: Date = new Date()): string {
  return at.toTimeString().slice(0, 8);
}
