import { REMEDIES, type ReasonTable } from './reason.ts';

/** Why a payer did not authorize a subscription. */
export const AUTHORIZATION_REJECTIONS: ReasonTable = {
  AP13: {
    askedBy: ['payer'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O pagador não reconheceu quem pediu a autorização.',
      en: 'The payer did not recognize who asked for the authorization.',
    },
    remedy: {
      'pt-BR':
        'Diga ao pagador com que nome a sua empresa aparece no banco, e crie uma assinatura nova.',
      en: 'Tell the payer the name of your company at the bank, and create a new subscription.',
    },
  },
  AP14: {
    askedBy: ['payer'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O pagador não quis autorizar as cobranças.',
      en: 'The payer did not want to authorize the charges.',
    },
    remedy: {
      'pt-BR': 'Combine outra forma de pagamento com o pagador.',
      en: 'Agree on another way to pay with the payer.',
    },
  },
  // Its meaning is that of a bank's documentation; the Central Bank's catalogue was not read.
  AP15: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    since: '2.10.0',
    reason: {
      'pt-BR': 'O banco do pagador não oferece o Pix Automático a empresas.',
      en: 'The payer’s bank does not offer Pix Automático to companies.',
    },
    remedy: REMEDIES.otherBank,
  },
};

/** Why the authorization of a subscription ended. */
export const AUTHORIZATION_CANCELLATIONS: ReasonTable = {
  ACCL: {
    askedBy: ['payer_bank', 'merchant_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'A conta do pagador, ou a conta que recebe, foi encerrada.',
      en: 'The account of the payer, or the account that receives, was closed.',
    },
    remedy: REMEDIES.newAuthorization,
  },
  CPCL: {
    askedBy: ['merchant_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'A empresa que recebe encerrou as atividades.',
      en: 'The company that receives went out of business.',
    },
    remedy: {
      'pt-BR': 'Se a sua empresa continua ativa, avise o suporte da plataforma.',
      en: 'If your company is still in business, tell the support of the platform.',
    },
  },
  DCSD: {
    askedBy: ['payer_bank'],
    endsCycle: true,
    reason: { 'pt-BR': 'O pagador faleceu.', en: 'The payer died.' },
    remedy: {
      'pt-BR': 'Não cobre mais esta assinatura. Trate do contrato com a família.',
      en: 'Don’t charge this subscription any more. Settle the contract with the family.',
    },
  },
  ERSL: {
    askedBy: ['merchant_bank'],
    endsCycle: true,
    deprecatedSince: '2.10.0',
    reason: {
      'pt-BR': 'O pedido de autorização tinha um erro.',
      en: 'The request for the authorization had an error.',
    },
    remedy: {
      'pt-BR': 'Confira os dados da assinatura, crie uma nova e peça ao pagador que a autorize.',
      en: 'Check the data of the subscription, create a new one and ask the payer to authorize it.',
    },
  },
  FRUD: {
    askedBy: ['payer_bank', 'merchant_bank'],
    endsCycle: true,
    reason: {
      'pt-BR': 'Um dos bancos suspeita de fraude.',
      en: 'One of the banks suspects fraud.',
    },
    remedy: {
      'pt-BR':
        'Não crie outra assinatura para este pagador antes de falar com o suporte da plataforma.',
      en: 'Talk to the support of the platform before you create another one for this payer.',
    },
  },
  PCFD: {
    askedBy: ['merchant_bank'],
    endsCycle: true,
    deprecatedSince: '2.10.0',
    reason: {
      'pt-BR': 'O pagador já autorizou a mesma assinatura de outra forma, como pelo QR code.',
      en: 'The payer has authorized the same subscription in another way, such as its QR code.',
    },
    remedy: REMEDIES.nothing,
  },
  SLCR: {
    askedBy: ['merchant'],
    endsCycle: true,
    reason: {
      'pt-BR': 'A sua empresa cancelou a assinatura.',
      en: 'Your company canceled the subscription.',
    },
    remedy: REMEDIES.nothing,
  },
  SLDB: {
    askedBy: ['payer'],
    endsCycle: true,
    reason: {
      'pt-BR': 'O pagador cancelou a autorização no banco dele.',
      en: 'The payer canceled the authorization at their bank.',
    },
    remedy: {
      'pt-BR':
        'Fale com o pagador. Se ele quiser continuar, crie uma assinatura nova para ele autorizar.',
      en: 'Talk to the payer. To continue, create a new subscription for them to authorize.',
    },
  },
};
