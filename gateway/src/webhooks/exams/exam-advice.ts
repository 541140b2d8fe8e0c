import { SECOND_MS } from '#src/ground/durations.ts';
import { failureTextIn } from '#src/ground/http/http-failure.ts';
import type { Language } from '#src/ground/http/language.ts';
import { ATTEMPT_TIMEOUT_MS } from '../delivery/retry-schedule.ts';
import { englishAdvice } from './texts/exam-advice-en.ts';
import type { ExamCheck } from './webhook-exam.ts';

const GUIDE = '/guia/exame-de-webhook';
const LIMIT_SECONDS = ATTEMPT_TIMEOUT_MS / SECOND_MS;

/** The texts of a check, in Portuguese. */
interface CheckText {
  readonly title: string;
  /** The anchor of the check's heading in the guide. */
  readonly anchor: string;
  /** Advice when the program decided wrongly. */
  readonly advice: string;
}

export const checkTexts: Readonly<Record<ExamCheck, CheckText>> = {
  valid: {
    title: 'Evento válido',
    anchor: 'evento-válido',
    advice:
      'Seu programa recusou um evento com assinatura certa. Confira o segredo, calcule o ' +
      'HMAC sobre ' +
      '"<t>.<corpo>" com os bytes recebidos, antes de interpretar o JSON, e responda 2xx ' +
      'também a ' +
      'uma cobrança que ele não conhece.',
  },
  repeated: {
    title: 'Evento repetido',
    anchor: 'evento-repetido',
    advice:
      'O mesmo evento chegou de novo e não foi aceito. Guarde o id de cada evento processado e ' +
      'responda 2xx à repetição, sem processá-la outra vez.',
  },
  older_sequence: {
    title: 'Evento mais antigo',
    anchor: 'evento-mais-antigo',
    advice:
      'Um evento com sequence menor do que o último não foi aceito. Ignore o conteúdo dele, mas ' +
      'responda 2xx: senão ele será reenviado por três dias.',
  },
  old_time: {
    title: 'Assinatura de 301 segundos atrás',
    anchor: 'assinatura-antiga',
    advice:
      'Seu programa aceitou uma assinatura antiga, que alguém pode ter copiado. Recuse com 401 ' +
      'quando t difere do seu relógio em mais de 300 segundos, e mantenha o relógio certo.',
  },
  wrong_signature: {
    title: 'Assinatura de outro segredo',
    anchor: 'assinatura-errada',
    advice:
      'Seu programa aceitou um evento falso, assinado com outro segredo: qualquer um pode ' +
      'dizer que ' +
      'pagou. Confira a assinatura em tempo constante e recuse com 401.',
  },
  changed_body: {
    title: 'Corpo alterado',
    anchor: 'corpo-alterado',
    advice:
      'Seu programa aceitou um corpo que não é o assinado. Calcule o HMAC sobre os bytes ' +
      'recebidos, e não sobre o JSON montado de novo, e recuse com 401.',
  },
  after_rotation: {
    title: 'Depois da troca do segredo',
    anchor: 'troca-do-segredo',
    advice:
      'Com duas assinaturas v1 no cabeçalho, seu programa não aceitou o evento. Durante a ' +
      'troca do ' +
      'segredo vêm duas: aceite se qualquer uma conferir.',
  },
  slow: {
    title: 'Corpo em partes',
    anchor: 'corpo-em-partes',
    advice:
      'O corpo chegou em duas partes, com 2 segundos entre elas, e o evento não foi aceito. ' +
      'Leia o ' +
      'corpo até o fim antes de conferir a assinatura.',
  },
};

export function guideUrlOf(check: ExamCheck): string {
  return `${GUIDE}#${checkTexts[check].anchor}`;
}

/** Advice when the program gave no decision; undefined when it decided. */
export function adviceForStatus(
  status: number | null,
  failure: string | null,
  language: Language = 'pt-BR',
): string | undefined {
  if (language === 'en') {
    return englishAdvice(status, failureTextIn(failure, language), LIMIT_SECONDS);
  }
  if (status === null) {
    return (
      `O endereço não respondeu (${failure ?? 'sem resposta'}). Responda em até ` +
      `${LIMIT_SECONDS} s: ` +
      'guarde o evento e processe-o depois. No seu computador, veja no guia como o exame o alcança.'
    );
  }
  if (status >= 300 && status < 400) {
    return `O endereço redirecionou (${status}). Redirecionamentos não são seguidos: use o final.`;
  }
  if (status === 404 || status === 405 || status === 410) {
    return `O endereço respondeu ${status}. Confira o caminho e se a rota aceita POST.`;
  }
  if (status === 429) return 'O endereço respondeu 429. Não limite os eventos do gateway.';
  if (status >= 500) {
    return (
      `Seu programa falhou (${status}). Recuse com 400, 401 ou 403 o que não confere, e ` +
      `responda 2xx ` +
      'ao que confere, mesmo que não o processe.'
    );
  }
  return undefined;
}
