import { SECOND_MS } from '#src/ground/durations.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import { failureTextIn } from '#src/ground/http/http-failure.ts';
import { ATTEMPT_TIMEOUT_MS } from '../delivery/retry-schedule.ts';
import type { ExamCheck } from './webhook-exam.ts';

const GUIDE = '/guia/exame-de-webhook';
const LIMIT_SECONDS = ATTEMPT_TIMEOUT_MS / SECOND_MS;

/** The texts of a check. */
interface CheckText {
  readonly title: Text;
  /** The anchor of the check's heading in the guide. */
  readonly anchor: string;
  /** Advice when the program decided wrongly. */
  readonly advice: Text;
}

export const checkTexts: Readonly<Record<ExamCheck, CheckText>> = {
  valid: {
    title: {
      'pt-BR': 'Evento válido',
      en: 'Valid event',
    },
    anchor: 'evento-válido',
    advice: {
      'pt-BR':
        'Seu programa recusou um evento com assinatura certa. Confira o segredo, calcule o ' +
        'HMAC sobre ' +
        '"<t>.<corpo>" com os bytes recebidos, antes de interpretar o JSON, e responda 2xx ' +
        'também a ' +
        'uma cobrança que ele não conhece.',
      en:
        'Your program refused an event with a right signature. Check the secret, calculate the ' +
        'HMAC of "<t>.<body>" with the bytes received, before you parse the JSON, and ' +
        'answer 2xx to a charge that it does not know too.',
    },
  },
  repeated: {
    title: {
      'pt-BR': 'Evento repetido',
      en: 'Repeated event',
    },
    anchor: 'evento-repetido',
    advice: {
      'pt-BR':
        'O mesmo evento chegou de novo e não foi aceito. Guarde o id de cada evento processado e ' +
        'responda 2xx à repetição, sem processá-la outra vez.',
      en:
        'The same event came again and was not accepted. Keep the id of each processed event and ' +
        'answer 2xx to the repeat, without processing it again.',
    },
  },
  older_sequence: {
    title: {
      'pt-BR': 'Evento mais antigo',
      en: 'Older event',
    },
    anchor: 'evento-mais-antigo',
    advice: {
      'pt-BR':
        'Um evento com sequence menor do que o último não foi aceito. Ignore o conteúdo dele, ' +
        'mas ' +
        'responda 2xx: senão ele será reenviado por três dias.',
      en:
        'An event with a sequence lower than the last one was not accepted. Ignore its content, ' +
        'but answer 2xx: otherwise it is sent again for three days.',
    },
  },
  old_time: {
    title: {
      'pt-BR': 'Assinatura de 301 segundos atrás',
      en: 'Signature of 301 seconds ago',
    },
    anchor: 'assinatura-antiga',
    advice: {
      'pt-BR':
        'Seu programa aceitou uma assinatura antiga, que alguém pode ter copiado. Recuse com 401 ' +
        'quando t difere do seu relógio em mais de 300 segundos, e mantenha o relógio certo.',
      en:
        'Your program accepted an old signature, which somebody may have copied. Refuse with 401 ' +
        'when t differs from your clock by more than 300 seconds, and keep the clock right.',
    },
  },
  wrong_signature: {
    title: {
      'pt-BR': 'Assinatura de outro segredo',
      en: 'Signature of another secret',
    },
    anchor: 'assinatura-errada',
    advice: {
      'pt-BR':
        'Seu programa aceitou um evento falso, assinado com outro segredo: qualquer um pode ' +
        'dizer que ' +
        'pagou. Confira a assinatura em tempo constante e recuse com 401.',
      en:
        'Your program accepted a false event, signed with another secret: anybody can say that ' +
        'they paid. Compare the signature in constant time and refuse with 401.',
    },
  },
  changed_body: {
    title: {
      'pt-BR': 'Corpo alterado',
      en: 'Changed body',
    },
    anchor: 'corpo-alterado',
    advice: {
      'pt-BR':
        'Seu programa aceitou um corpo que não é o assinado. Calcule o HMAC sobre os bytes ' +
        'recebidos, e não sobre o JSON montado de novo, e recuse com 401.',
      en:
        'Your program accepted a body that is not the signed one. Calculate the HMAC of the ' +
        'bytes ' +
        'received, not of the JSON written again, and refuse with 401.',
    },
  },
  after_rotation: {
    title: {
      'pt-BR': 'Depois da troca do segredo',
      en: 'After the change of the secret',
    },
    anchor: 'troca-do-segredo',
    advice: {
      'pt-BR':
        'Com duas assinaturas v1 no cabeçalho, seu programa não aceitou o evento. Durante a ' +
        'troca do ' +
        'segredo vêm duas: aceite se qualquer uma conferir.',
      en:
        'With two signatures v1 in the header, your program did not accept the event. During the ' +
        'change of the secret there are two: accept if either fits.',
    },
  },
  slow: {
    title: {
      'pt-BR': 'Corpo em partes',
      en: 'Body in parts',
    },
    anchor: 'corpo-em-partes',
    advice: {
      'pt-BR':
        'O corpo chegou em duas partes, com 2 segundos entre elas, e o evento não foi aceito. ' +
        'Leia o ' +
        'corpo até o fim antes de conferir a assinatura.',
      en:
        'The body came in two parts, with 2 seconds between them, and the event was not ' +
        'accepted. ' +
        'Read the body to its end before you check the signature.',
    },
  },
};

export function guideUrlOf(check: ExamCheck): string {
  return `${GUIDE}#${checkTexts[check].anchor}`;
}

/** Advice when the program gave no decision; undefined when it decided. */
export function adviceForStatus(status: number | null, failure: string | null): Text | undefined {
  if (status === null) {
    return {
      'pt-BR':
        `O endereço não respondeu (${failure ?? 'sem resposta'}). Responda em até ` +
        `${LIMIT_SECONDS} s: guarde o evento e processe-o depois. No seu computador, veja no ` +
        'guia como o exame o alcança.',
      en:
        `The address did not answer (${failureTextIn(failure, 'en') ?? 'no answer'}). Answer ` +
        `within ${LIMIT_SECONDS} s: store the event and process it later. For your own ` +
        'computer, the guide says how the exam reaches it.',
    };
  }
  if (status >= 300 && status < 400) {
    return {
      'pt-BR':
        `O endereço redirecionou (${status}). Redirecionamentos não são seguidos: ` +
        'use o final.',
      en: `The address redirected (${status}). Redirects are not followed: use the final one.`,
    };
  }
  if (status === 404 || status === 405 || status === 410) {
    return {
      'pt-BR': `O endereço respondeu ${status}. Confira o caminho e se a rota aceita POST.`,
      en: `The address answered ${status}. Check the path and whether the route takes POST.`,
    };
  }
  if (status === 429) {
    return {
      'pt-BR': 'O endereço respondeu 429. Não limite os eventos do gateway.',
      en: 'The address answered 429. Do not limit the events of the gateway.',
    };
  }
  if (status >= 500) {
    return {
      'pt-BR':
        `Seu programa falhou (${status}). Recuse com 400, 401 ou 403 o que não confere, e ` +
        'responda 2xx ao que confere, mesmo que não o processe.',
      en:
        `Your program failed (${status}). Refuse what does not fit with 400, 401 or 403, and ` +
        'answer 2xx to what fits, even if you don’t process it.',
    };
  }
  return undefined;
}
