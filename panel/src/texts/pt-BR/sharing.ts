export const texts = {
  byWhatsApp: 'WhatsApp',
  byMail: 'E-mail',
  byOther: 'Compartilhar',
  opensOtherTab: 'abre em outra aba',
  chargeSubject: (amount: string, merchant: string) => `Cobrança de ${amount} de ${merchant}`,
  chargeMessage: (amount: string, merchant: string) =>
    `${merchant} enviou uma cobrança de ${amount}. Pague por Pix nesta página:`,
  subscriptionSubject: (merchant: string) => `Assinatura de ${merchant}`,
  subscriptionMessage: (what: string, merchant: string) =>
    `${merchant} enviou uma assinatura por Pix Automático: ${what}. Autorize nesta página:`,
  testMark: 'Cobrança de teste: não há dinheiro de verdade.',
};
