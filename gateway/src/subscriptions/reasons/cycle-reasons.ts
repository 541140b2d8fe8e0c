import { REMEDIES, type ReasonTable } from './reason.ts';

/** Why an attempt to charge a cycle was refused. */
export const CYCLE_REJECTIONS: ReasonTable = {
  AB10: {
    askedBy: ['payer_bank'],
    endsCycle: false,
    reason: {
      'pt-BR': 'Houve um erro no banco do pagador.',
      en: 'There was an error at the payer’s bank.',
    },
    remedy: {
      'pt-BR': 'Tente de novo em outro dia, se a assinatura permite novas tentativas.',
      en: 'Try again on another day, if the subscription allows retries.',
    },
  },
  AC05: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    reason: { 'pt-BR': 'A conta do pagador foi encerrada.', en: 'The payer’s account was closed.' },
    remedy: REMEDIES.otherBank,
  },
  AC06: {
    askedBy: ['payer_bank'],
    endsCycle: false,
    reason: {
      'pt-BR': 'A conta do pagador está bloqueada.',
      en: 'The payer’s account is blocked.',
    },
    remedy: {
      'pt-BR': 'Peça ao pagador que fale com o banco dele. Depois tente de novo, se for permitido.',
      en: 'Ask the payer to talk to their bank. Then try again, if that is allowed.',
    },
  },
  AM02: {
    askedBy: ['payer_bank'],
    endsCycle: false,
    reason: {
      'pt-BR': 'O valor passa do limite que o pagador definiu para esta autorização.',
      en: 'The amount is above the limit that the payer set for this authorization.',
    },
    remedy: {
      'pt-BR': 'Peça ao pagador que aumente o limite no app do banco. Depois tente de novo.',
      en: 'Ask the payer to raise the limit in the bank’s app. Then try again.',
    },
  },
  AM09: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O valor não é o que o pagador autorizou.',
      en: 'The amount is not the one that the payer authorized.',
    },
    remedy: {
      'pt-BR':
        'Para cobrar outro valor, crie uma assinatura nova e peça ao pagador que a autorize.',
      en: 'To charge another amount, create a new subscription and ask the payer to authorize it.',
    },
  },
  DENC: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O CPF ou CNPJ do pagador não é o que está na autorização.',
      en: 'The CPF or CNPJ of the payer is not the one in the authorization.',
    },
    remedy: {
      'pt-BR': 'Confira o CPF ou CNPJ, crie uma assinatura nova e peça que o pagador a autorize.',
      en: 'Check the CPF or CNPJ, create a new subscription and ask the payer to authorize it.',
    },
  },
  DS27: {
    askedBy: ['pix'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O banco do pagador não está em operação no Pix.',
      en: 'The payer’s bank does not operate in Pix.',
    },
    remedy: REMEDIES.otherBank,
  },
  DTED: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O vencimento não combina com a periodicidade que o pagador autorizou.',
      en: 'The due date does not fit the interval that the payer authorized.',
    },
    remedy: REMEDIES.otherWay,
  },
  DTNT: {
    askedBy: ['payer_bank'],
    endsCycle: false,
    reason: {
      'pt-BR': 'A nova tentativa passou dos 7 dias depois do vencimento.',
      en: 'The retry was more than 7 days after the due date.',
    },
    remedy: REMEDIES.otherWay,
  },
  // The Central Bank's document lists this code, and no public document explains it.
  FBRD: {
    askedBy: ['payer_bank'],
    endsCycle: false,
    reason: {
      'pt-BR': 'O banco do pagador recusou a cobrança e não explicou o motivo.',
      en: 'The payer’s bank refused the charge and did not explain why.',
    },
    remedy: REMEDIES.support,
  },
  IRNT: {
    askedBy: ['payer_bank'],
    endsCycle: false,
    reason: {
      'pt-BR': 'Esta assinatura não permite novas tentativas.',
      en: 'This subscription does not allow retries.',
    },
    remedy: REMEDIES.otherWay,
  },
  MIDI: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O banco do pagador não encontrou a autorização.',
      en: 'The payer’s bank did not find the authorization.',
    },
    remedy: REMEDIES.newAuthorization,
  },
  MSUC: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'No banco do pagador a autorização não está ativa.',
      en: 'The authorization is not active at the payer’s bank.',
    },
    remedy: REMEDIES.newAuthorization,
  },
  NIEC: {
    askedBy: ['payer_bank'],
    endsCycle: false,
    reason: {
      'pt-BR': 'O banco do pagador já tem este pagamento agendado.',
      en: 'The payer’s bank has already scheduled this payment.',
    },
    remedy: {
      'pt-BR': 'Espere o resultado do pagamento agendado.',
      en: 'Wait for the result of the scheduled payment.',
    },
  },
  NIPA: {
    askedBy: ['payer_bank'],
    endsCycle: false,
    reason: {
      'pt-BR': 'O banco do pagador informa que este ciclo já foi pago.',
      en: 'The payer’s bank says that this cycle was paid.',
    },
    remedy: {
      'pt-BR': 'Procure o Pix nas transações. Se ele não chegou, avise o suporte da plataforma.',
      en: 'Look for the Pix in the transactions. If it is missing, tell the platform’s support.',
    },
  },
  NITX: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O banco do pagador não encontrou a cobrança desta nova tentativa.',
      en: 'The payer’s bank did not find the charge of this retry.',
    },
    remedy: REMEDIES.otherWay,
  },
  QUNT: {
    askedBy: ['payer_bank'],
    endsCycle: false,
    reason: {
      'pt-BR': 'As 3 novas tentativas deste ciclo já foram feitas.',
      en: 'The 3 retries of this cycle have been made.',
    },
    remedy: REMEDIES.otherWay,
  },
  RC09: {
    askedBy: ['pix'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O banco do pagador não existe no Pix.',
      en: 'The payer’s bank does not exist in Pix.',
    },
    remedy: REMEDIES.otherBank,
  },
  UDEI: {
    askedBy: ['payer_bank'],
    endsCycle: false,
    reason: {
      'pt-BR': 'O CPF ou CNPJ do devedor está incorreto.',
      en: 'The CPF or CNPJ of the debtor is wrong.',
    },
    remedy: {
      'pt-BR': 'Confira o CPF ou CNPJ, crie uma assinatura nova e peça que o pagador a autorize.',
      en: 'Check the CPF or CNPJ, create a new subscription and ask the payer to authorize it.',
    },
  },
};

/** Why the schedule of a cycle was canceled. */
export const CYCLE_CANCELLATIONS: ReasonTable = {
  ACCT: {
    askedBy: ['payer_bank', 'merchant_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'A conta do pagador, ou a conta que recebe, foi encerrada.',
      en: 'The account of the payer, or the account that receives, was closed.',
    },
    remedy: REMEDIES.newAuthorization,
  },
  BLCK: {
    askedBy: ['payer_bank', 'merchant_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'A conta do pagador, ou a conta que recebe, está bloqueada.',
      en: 'The account of the payer, or the account that receives, is blocked.',
    },
    remedy: REMEDIES.otherWay,
  },
  CCLD: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'A autorização da assinatura foi cancelada.',
      en: 'The authorization of the subscription was canceled.',
    },
    remedy: REMEDIES.newAuthorization,
  },
  FAIL: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O banco do pagador não conseguiu fazer o pagamento.',
      en: 'The payer’s bank could not make the payment.',
    },
    remedy: REMEDIES.otherWay,
  },
  OTHR: {
    askedBy: ['payer_bank', 'merchant_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'Um dos bancos cancelou o pagamento agendado e não explicou o motivo.',
      en: 'One of the banks canceled the scheduled payment and did not explain why.',
    },
    remedy: REMEDIES.otherWay,
  },
  SLBD: {
    askedBy: ['payer'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O pagador cancelou o pagamento agendado deste ciclo.',
      en: 'The payer canceled the scheduled payment of this cycle.',
    },
    remedy: {
      'pt-BR': 'Fale com o pagador. A autorização continua: o próximo ciclo é cobrado como antes.',
      en: 'Talk to the payer. The authorization stays: the next cycle is charged as before.',
    },
  },
  SLCR: {
    askedBy: ['merchant'],
    endsCycle: true,
    reason: {
      'pt-BR': 'A sua empresa cancelou a cobrança deste ciclo.',
      en: 'Your company canceled the charge of this cycle.',
    },
    remedy: REMEDIES.nothing,
  },
};
