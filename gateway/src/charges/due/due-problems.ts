import { problem } from '#src/ground/errors/problem.ts';

/** The errors of the rules of charges with a due date. */
export const dueProblems = {
  charge_not_changeable: problem(409, 'never', {
    pt: 'Só uma cobrança com vencimento pode ser alterada.',
    en: 'Only a charge with a due date can be changed.',
    cause: 'A cobrança não tem `due_date`: o valor dela está no código que o pagador já tem.',
    remedy: 'Cancele a cobrança e crie outra.',
  }),
  charge_canceled: problem(409, 'never', {
    pt: 'A cobrança foi cancelada.',
    en: 'The charge was canceled.',
    cause: 'Uma cobrança cancelada não volta a ser pagável.',
    remedy: 'Crie outra cobrança.',
  }),
  charge_change_open: problem(409, 'wait', {
    pt: 'Outra alteração desta cobrança espera a resposta do banco.',
    en: 'Another change of this charge waits for the bank’s answer.',
    cause: 'O banco ainda não confirmou uma alteração anterior, que continua sozinha.',
    remedy: 'Espere o tempo de `Retry-After`, consulte a cobrança e altere de novo.',
  }),
  too_many_changes: problem(409, 'never', {
    pt: 'A cobrança já foi alterada 100 vezes.',
    en: 'The charge has been changed 100 times.',
    cause: 'Cada alteração fica guardada, e uma cobrança tem no máximo 100.',
    remedy: 'Cancele a cobrança e crie outra.',
  }),
  due_date_in_past: problem(422, 'after_change', {
    pt: 'O vencimento não pode ser antes do dia da criação da cobrança.',
    en: 'The due date can’t be before the day on which the charge was created.',
    cause:
      '`due_date` é um dia anterior ao da criação da cobrança, pelo horário de Brasília. Vencer ' +
      'no mesmo dia é permitido.',
    remedy: 'Envie o dia de hoje ou um dia futuro: `2026-12-10`.',
  }),
  invalid_discounts: problem(422, 'after_change', {
    pt: 'Os descontos não combinam entre si ou com o vencimento; veja cada um em details.',
    en: 'The discounts don’t fit each other or the due date; see each one in details.',
    cause:
      'Os descontos têm `mode` diferentes, dois terminam no mesmo dia, um termina depois do ' +
      'vencimento, ou há mais de um desconto por dia de antecipação.',
    remedy:
      'Envie até três descontos com data, todos com o mesmo `mode` e cada um com o seu dia, até ' +
      'o vencimento. Ou envie um só desconto por dia de antecipação.',
  }),
  due_amount_too_small: problem(422, 'after_change', {
    pt: 'O abatimento e o desconto devem deixar pelo menos R$ 0,01 a pagar.',
    en: 'The rebate and the discount must leave at least R$0.01 to pay.',
    cause:
      'O abatimento e o maior desconto possível somam o valor da cobrança ou mais. Um desconto ' +
      'por dia é contado desde hoje até o vencimento.',
    remedy:
      'Diminua o abatimento ou o desconto. Confira as unidades: valores são em centavos e ' +
      'percentuais em centésimos de por cento (`200` é 2%).',
  }),
  due_amount_too_large: problem(422, 'after_change', {
    pt: 'Com multa e juros, o valor no último dia passaria de R$ 9.999.999.999,99.',
    en: 'With fine and interest, the amount on the last day would exceed R$9,999,999,999.99.',
    cause:
      'O valor com multa e juros no último dia de pagamento passa do maior valor de uma cobrança.',
    remedy:
      'Diminua a multa, os juros ou `days_after_due`. Confira as unidades: valores são em ' +
      'centavos e percentuais em centésimos de por cento (`200` é 2%).',
  }),
};
