import type { Dialect } from '../settings.ts';
import { FACES, type Face } from './refusal-faces.ts';

/** One invalid field, as RFC 7807 bodies of API Pix list it. */
export interface Violation {
  readonly razao: string;
  readonly propriedade: string;
  readonly valor?: string;
}

export type RefusalKind = keyof typeof FACES;

/** A definite refusal by the bank. */
export class BankRefusal extends Error {
  readonly kind: RefusalKind;
  readonly violations: readonly Violation[];

  constructor(kind: RefusalKind, message: string, violations: readonly Violation[] = []) {
    super(message);
    this.name = 'BankRefusal';
    this.kind = kind;
    this.violations = violations;
  }
}

/** A refusal for one invalid field. */
export function refuseField(kind: RefusalKind, field: string, reason: string): BankRefusal {
  return new BankRefusal(kind, reason, [{ razao: reason, propriedade: field }]);
}

export interface RefusalAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Record<string, unknown>;
}

const PROBLEM_TYPES = 'https://pix.bcb.gov.br/api/v2/error/';
const TITLES: Record<number, string> = {
  400: 'Requisição inválida',
  403: 'Acesso Negado',
  404: 'Não Encontrado',
  409: 'Operação Inválida',
  410: 'Permanentemente Removido',
  422: 'Operação Inválida',
  500: 'Erro interno do servidor',
};

/** The body of a refusal in a dialect: RFC 7807, Efí's name and message, or OAuth2's error. */
export function writeRefusal(refusal: BankRefusal, dialect: Dialect): RefusalAnswer {
  const [standard, efi]: readonly Face[] = FACES[refusal.kind];
  const face = (dialect === 'efi' ? efi : undefined) ?? standard;
  if (face === undefined) throw new Error(`no face for ${refusal.kind}`);
  const { status } = face;
  const { message, violations } = refusal;
  if (face.problem === undefined) {
    const body =
      face.name === undefined
        ? { error: face.error, error_description: message }
        : { nome: face.name, mensagem: message };
    return { status, contentType: 'application/json; charset=utf-8', body };
  }
  const title = TITLES[status] ?? 'Erro';
  const body = { type: PROBLEM_TYPES + face.problem, title, status, detail: message };
  return {
    status,
    contentType: 'application/problem+json; charset=utf-8',
    body: violations.length === 0 ? body : { ...body, violacoes: violations },
  };
}
