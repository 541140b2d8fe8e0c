/** The exit codes of `pix`, which scripts depend on. The guide lists them. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  unreachable: 3,
  credentials: 4,
  refused: 5,
  checkFailed: 6,
  timeout: 7,
} as const;

/** What `--json` adds to a failure. */
export interface FailureFacts {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly details?: unknown;
}

/** A failure that the user can do something about. Its message is Portuguese and complete. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;
  readonly facts: FailureFacts;

  constructor(exit: keyof typeof EXIT, message: string, facts: FailureFacts = {}) {
    super(message);
    this.exitCode = EXIT[exit];
    this.facts = facts;
  }
}
