import type { Text } from '../errors/texts/text.ts';

/**
 * The codes with which the banks of the recurring Pix (Pix Automático) explain an end. `rejection`
 * and `end`: of an authorization. `failure`, `final`: of an attempt; a final one rejects the
 * whole charge of the cycle. `cycleEnd`: a charge of a cycle was canceled.
 */
export type RecurringCodeKind = 'rejection' | 'end' | 'failure' | 'final' | 'cycleEnd';

/** A code, for people: what it says, and what the merchant can do. */
export interface RecurringCode {
  readonly kind: RecurringCodeKind;
  readonly meaning: Text;
  readonly remedy: Text;
}

const code = (
  kind: RecurringCodeKind,
  [pt, en]: readonly [string, string],
  [remedyPt, remedyEn]: readonly [string, string],
): RecurringCode => ({
  kind,
  meaning: { 'pt-BR': pt, en },
  remedy: { 'pt-BR': remedyPt, en: remedyEn },
});

/**
 * All codes of the Central Bank's document, and `no_balance`: the document has no code for it, the
 * bank's two tries of the day just end. SLCR stands for the receiver's own cancellation of an
 * authorization and of a charge.
 */
export const RECURRING_CODES: Readonly<Record<string, RecurringCode>> = {
  no_balance: code(
    'failure',
    ['O pagador não tinha saldo no dia.', 'The payer had no balance on the day.'],
    ['Tente de novo em outro dia.', 'Try again on another day.'],
  ),
  AP13: code(
    'rejection',
    ['O pagador recusou a autorização.', 'The payer refused the authorization.'],
    [
      'Fale com o pagador e crie outra assinatura, se ele quiser.',
      'Talk to the payer, and create another subscription if they want one.',
    ],
  ),
  AP14: code(
    'rejection',
    ['O banco do pagador recusou a autorização.', 'The payer’s bank refused the authorization.'],
    [
      'Peça ao pagador que use outra conta, e crie outra assinatura.',
      'Ask the payer to use another account, and create another subscription.',
    ],
  ),
  ACCL: code(
    'end',
    ['A conta do pagador foi encerrada.', 'The payer’s account was closed.'],
    [
      'Peça ao pagador que autorize de outra conta: crie outra assinatura.',
      'Ask the payer to authorize with another account: create another subscription.',
    ],
  ),
  CPCL: code(
    'end',
    ['A empresa que recebe foi encerrada.', 'The receiving company was closed.'],
    [
      'Confira o cadastro da sua empresa no banco.',
      'Check the registration of your company at the bank.',
    ],
  ),
  DCSD: code(
    'end',
    ['O pagador morreu.', 'The payer has died.'],
    [
      'Não cobre de novo. Fale com a família, se for preciso.',
      'Don’t charge again. Talk to the family if you need to.',
    ],
  ),
  ERSL: code(
    'end',
    ['A autorização tinha um erro.', 'The authorization had an error.'],
    [
      'Confira os dados e crie outra assinatura.',
      'Check the data and create another subscription.',
    ],
  ),
  FRUD: code(
    'end',
    [
      'A autorização foi cancelada por suspeita de fraude.',
      'The authorization was canceled because of suspected fraud.',
    ],
    [
      'Não crie outra antes de falar com o pagador.',
      'Don’t create another one before you have talked to the payer.',
    ],
  ),
  PCFD: code(
    'end',
    ['A autorização não foi confirmada a tempo.', 'The authorization was not confirmed in time.'],
    [
      'Crie outra assinatura e peça a confirmação ao pagador.',
      'Create another subscription and ask the payer to confirm it.',
    ],
  ),
  SLCR: code(
    'end',
    ['Quem recebe cancelou.', 'The receiver canceled.'],
    [
      'Não há o que fazer. Para cobrar de novo, crie outra assinatura.',
      'Nothing to do. To charge again, create another subscription.',
    ],
  ),
  SLDB: code(
    'end',
    ['O pagador cancelou no aplicativo do banco.', 'The payer canceled in the bank’s app.'],
    [
      'Fale com o pagador. Para cobrar de novo, crie outra assinatura.',
      'Talk to the payer. To charge again, create another subscription.',
    ],
  ),
  ACCT: code(
    'cycleEnd',
    [
      'A conta do pagador não aceita mais o débito.',
      'The payer’s account no longer accepts the debit.',
    ],
    ['Peça ao pagador que pague de outra forma.', 'Ask the payer to pay in another way.'],
  ),
  BLCK: code(
    'cycleEnd',
    ['A conta do pagador está bloqueada.', 'The payer’s account is blocked.'],
    ['Peça ao pagador que pague de outra forma.', 'Ask the payer to pay in another way.'],
  ),
  CCLD: code(
    'cycleEnd',
    [
      'A autorização foi cancelada antes desta cobrança.',
      'The authorization was canceled before this charge.',
    ],
    ['Fale com o pagador sobre este valor.', 'Talk to the payer about this amount.'],
  ),
  FAIL: code(
    'cycleEnd',
    ['O banco não conseguiu fazer o débito.', 'The bank could not make the debit.'],
    ['Cobre de outra forma, com um Pix comum.', 'Charge in another way, by an ordinary Pix.'],
  ),
  OTHR: code(
    'cycleEnd',
    ['O banco cancelou por outro motivo.', 'The bank canceled for another reason.'],
    [
      'Fale com o pagador; cobre de outra forma se for preciso.',
      'Talk to the payer; charge in another way if needed.',
    ],
  ),
  SLBD: code(
    'cycleEnd',
    [
      'O pagador cancelou esta cobrança no aplicativo do banco.',
      'The payer canceled this charge in the bank’s app.',
    ],
    [
      'Fale com o pagador. As próximas cobranças continuam.',
      'Talk to the payer. The next charges continue.',
    ],
  ),
  AB10: code(
    'failure',
    ['Houve um erro no banco do pagador.', 'The payer’s bank had an error.'],
    ['Tente de novo em outro dia.', 'Try again on another day.'],
  ),
  AC05: code(
    'final',
    ['A conta do pagador foi encerrada.', 'The payer’s account was closed.'],
    [
      'Peça ao pagador que autorize de outra conta: crie outra assinatura.',
      'Ask the payer to authorize with another account: create another subscription.',
    ],
  ),
  AC06: code(
    'failure',
    ['A conta do pagador está bloqueada.', 'The payer’s account is blocked.'],
    [
      'Fale com o pagador e tente de novo em outro dia.',
      'Talk to the payer and try again on another day.',
    ],
  ),
  AM02: code(
    'failure',
    [
      'O valor passa do limite que o pagador definiu no banco.',
      'The amount is above the limit that the payer set at the bank.',
    ],
    [
      'Peça ao pagador que aumente o limite e tente de novo.',
      'Ask the payer to raise the limit, and try again.',
    ],
  ),
  AM09: code(
    'final',
    ['O valor é diferente do que foi autorizado.', 'The amount differs from the authorized one.'],
    [
      'Confira o valor. Para cobrar outro valor, crie outra assinatura.',
      'Check the amount. To charge another one, create another subscription.',
    ],
  ),
  DENC: code(
    'final',
    [
      'O banco do pagador não aceita esta cobrança.',
      'The payer’s bank does not accept this charge.',
    ],
    ['Cobre de outra forma, com um Pix comum.', 'Charge in another way, by an ordinary Pix.'],
  ),
  DS27: code(
    'final',
    [
      'O banco do pagador não participa do Pix Automático.',
      'The payer’s bank does not take part in recurring Pix.',
    ],
    ['Peça ao pagador que autorize em outro banco.', 'Ask the payer to authorize at another bank.'],
  ),
  DTED: code(
    'final',
    [
      'A data da cobrança não vale para esta autorização.',
      'The date of the charge is not valid for this authorization.',
    ],
    ['Confira as datas da assinatura.', 'Check the dates of the subscription.'],
  ),
  DTNT: code(
    'failure',
    ['A data da tentativa não vale.', 'The date of the attempt is not valid.'],
    ['Tente de novo em outro dia.', 'Try again on another day.'],
  ),
  FBRD: code(
    'failure',
    [
      'O banco do pagador recusou por suspeita de fraude.',
      'The payer’s bank refused because of suspected fraud.',
    ],
    ['Fale com o pagador antes de tentar de novo.', 'Talk to the payer before you try again.'],
  ),
  IRNT: code(
    'failure',
    [
      'A tentativa não é permitida por esta autorização.',
      'The authorization does not allow this attempt.',
    ],
    [
      'Confira se a assinatura permite novas tentativas.',
      'Check whether the subscription allows retries.',
    ],
  ),
  MIDI: code(
    'final',
    [
      'O banco do pagador não encontrou a autorização.',
      'The payer’s bank did not find the authorization.',
    ],
    [
      'Peça ao pagador que autorize de novo: crie outra assinatura.',
      'Ask the payer to authorize again: create another subscription.',
    ],
  ),
  MSUC: code(
    'final',
    [
      'A autorização não está ativa no banco do pagador.',
      'The authorization is not active at the payer’s bank.',
    ],
    [
      'Peça ao pagador que autorize de novo: crie outra assinatura.',
      'Ask the payer to authorize again: create another subscription.',
    ],
  ),
  NIEC: code(
    'failure',
    [
      'O banco do pagador recusou o identificador da cobrança.',
      'The payer’s bank refused the identifier of the charge.',
    ],
    ['Tente de novo em outro dia.', 'Try again on another day.'],
  ),
  NIPA: code(
    'failure',
    [
      'O banco do pagador recusou o identificador da tentativa.',
      'The payer’s bank refused the identifier of the attempt.',
    ],
    ['Tente de novo em outro dia.', 'Try again on another day.'],
  ),
  NITX: code(
    'final',
    [
      'A cobrança não foi encontrada no banco do pagador.',
      'The payer’s bank did not find the charge.',
    ],
    ['Cobre de outra forma, com um Pix comum.', 'Charge in another way, by an ordinary Pix.'],
  ),
  QUNT: code(
    'failure',
    ['O número de tentativas passou do permitido.', 'There were more attempts than allowed.'],
    ['Cobre de outra forma, com um Pix comum.', 'Charge in another way, by an ordinary Pix.'],
  ),
  RC09: code(
    'final',
    [
      'O banco indicado não é o da autorização.',
      'The named bank is not the one of the authorization.',
    ],
    [
      'Peça ao pagador que autorize de novo: crie outra assinatura.',
      'Ask the payer to authorize again: create another subscription.',
    ],
  ),
  UDEI: code(
    'failure',
    ['O pagador indicado não confere com a conta.', 'The named payer does not match the account.'],
    ['Confira o CPF ou CNPJ do pagador.', 'Check the payer’s document.'],
  ),
};

/** The codes of some kinds. */
export function recurringCodesOf(...kinds: readonly RecurringCodeKind[]): string[] {
  return Object.keys(RECURRING_CODES).filter((name) => {
    const kind = RECURRING_CODES[name]?.kind;
    return kind !== undefined && kinds.includes(kind);
  });
}
