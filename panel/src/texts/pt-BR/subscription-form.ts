export const texts = {
  newSubscription: 'Nova assinatura',
  hint: 'O pagador autoriza uma vez. Depois o banco dele paga cada cobrança no vencimento.',
  payerName: 'Nome do pagador',
  payerDocument: 'CPF ou CNPJ do pagador',
  payerEmail: 'E-mail do pagador',
  payerEmailHint:
    'Opcional. Usado para avisar dos débitos, se os e-mails ao pagador estiverem ligados.',
  plan: 'O que se paga',
  planHint: 'O pagador lê isto no banco. Até 35 letras.',
  reference: 'Número do contrato',
  referenceHint: 'Como você encontra esta assinatura. O banco mostra outro número ao pagador.',
  kind: 'Valor das cobranças',
  kinds: [
    { value: 'fixed', label: 'Valor fixo' },
    { value: 'variable', label: 'Valor variável' },
  ],
  amount: 'Valor de cada cobrança',
  minAmount: 'Menor valor de uma cobrança',
  minAmountHint: 'Cada cobrança pode ter este valor ou mais. Você cria cada uma, com o seu valor.',
  interval: 'Frequência',
  firstDueOn: 'Primeiro vencimento',
  firstDueOnMissing: 'Escolha o primeiro vencimento',
  endsOn: 'Último dia',
  endsOnHint: 'Em branco: até que alguém cancele.',
  retries: 'Se um pagamento falhar',
  retryPolicies: {
    three_in_seven_days: 'Posso tentar mais 3 vezes em 7 dias',
    none: 'Não tentar de novo',
  },
  journey: 'Como o pagador autoriza',
  journeys: {
    code: 'Por um QR code',
    code_and_first_payment: 'Por um QR code, com o primeiro pagamento',
    offer: 'Depois de pagar um Pix',
    bank_push: 'No aplicativo do banco, sem código',
  },
  journeyHints: {
    code: 'O pagador lê o código no banco dele e autoriza. Nada é pago na hora.',
    code_and_first_payment:
      'O pagador lê o código, autoriza e paga a primeira vez, tudo de uma vez. Bom para adesões.',
    offer:
      'O pagador paga um Pix comum, e o banco oferece autorizar os próximos. Ele pode pagar sem ' +
      'autorizar.',
    bank_push: 'O banco pergunta ao pagador. Você precisa saber o banco, a agência e a conta dele.',
  },
  firstAmount: 'Valor do primeiro pagamento',
  firstAmountHint: 'Em branco: o mesmo valor de cada cobrança.',
  ispb: 'Banco do pagador (ISPB)',
  ispbHint: 'O código de oito caracteres do banco, por exemplo 60746948.',
  branch: 'Agência',
  account: 'Conta',
  previewTitle: 'Primeiros vencimentos',
  previewHint: 'Um vencimento em dia não útil passa ao próximo dia útil.',
  authorizableUntil: (day: string) => `O pagador pode autorizar até o fim de ${day}.`,
  create: 'Criar assinatura',
  created: 'Assinatura criada',
  newCycle: 'Criar cobrança',
  newCycleHint:
    'Crie a cobrança ao menos dois dias antes do vencimento. Cada período (semana, mês ou ' +
    'outro) tem uma cobrança de cada vez: crie outra só se a anterior foi cancelada ou recusada ' +
    'de vez.',
  cycleAmount: 'Valor',
  cycleAmountHint: (least: string) => `A partir de ${least}.`,
  cycleDueOn: 'Vencimento',
  cycleDueOnMissing: 'Escolha o vencimento',
  cycleCreated: 'Cobrança criada',
};
