/** The answer of a command: the same facts for people and, with --json, for programs. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
  readonly exitCode?: number;
}
