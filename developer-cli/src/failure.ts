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

/** The codes of failures without an answer of the gateway, and their meaning, as in the guide. */
export const LOCAL_CODES = {
  unexpected: 'um erro inesperado',
  invalid_usage: 'o comando não pode ser usado assim',
  unknown_command: 'o comando não existe',
  unknown_option: 'a opção não existe',
  missing_argument: 'falta um argumento, uma opção ou o valor dela',
  invalid_argument: 'o valor de um argumento ou de uma opção não serve',
  too_many_arguments: 'há argumentos demais',
  gateway_unreachable: 'o gateway não responde',
  not_a_gateway: 'quem respondeu não é o gateway',
  keys_missing: 'não há chaves para o gateway',
  profile_not_found: 'o perfil não existe',
  not_possible: 'a chave não pode fazer isto',
  check_failed: 'a conferência falhou',
  timed_out: 'o prazo acabou',
} as const;

type LocalCode = keyof typeof LOCAL_CODES;

const CODE_OF_EXIT: Readonly<Record<keyof typeof EXIT, LocalCode>> = {
  ok: 'unexpected',
  unexpected: 'unexpected',
  usage: 'invalid_usage',
  unreachable: 'gateway_unreachable',
  credentials: 'keys_missing',
  refused: 'not_possible',
  checkFailed: 'check_failed',
  timeout: 'timed_out',
};

/** The fields that `--json` adds to a failure. */
export interface FailureFacts {
  /** The code of the gateway's problem, or a local one; by default that of the exit code. */
  readonly code?: LocalCode | (string & {}) | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly details?: unknown;
}

/** A failure that the user can do something about. Its message is Portuguese and complete. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;
  readonly code: string;
  readonly facts: FailureFacts;

  constructor(exit: keyof typeof EXIT, message: string, facts: FailureFacts = {}) {
    super(message);
    this.exitCode = EXIT[exit];
    this.code = facts.code ?? CODE_OF_EXIT[exit];
    this.facts = facts;
  }
}
