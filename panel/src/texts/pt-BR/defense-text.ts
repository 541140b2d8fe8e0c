/** The parts of a defence, which the bank reads: they are in Portuguese in each language. */
export const texts = {
  language: 'pt-BR',
  intro: (amount: string, payer: string, paidAt: string | null) =>
    paidAt === null
      ? `Recebemos ${amount} de ${payer}.`
      : `Recebemos ${amount} de ${payer} em ${paidAt}.`,
  order: (order: string) => `Pedido: ${order}.`,
  description: (description: string) => `O que foi vendido: ${description}.`,
  id: (id: string, contested: string) => `EndToEndId: ${id}. Valor contestado: ${contested}.`,
  headings: {
    identification: 'Identificação do comprador',
    delivery: 'Entrega',
    conversation: 'Conversa com o comprador',
    correctness: 'Valor e destino',
    authorization: 'Autorização do Pix Automático',
    service: 'Serviço prestado',
    other: 'Outras informações',
  },
  /** The lines to complete in the template of panels up to 0.4. */
  oldTemplate: [
    'Como o comprador foi identificado:',
    'Entrega (data, transportadora e código de rastreio):',
    'Conversas com o comprador:',
    'Por que o valor e o destino estão certos:',
    'Quando e como o pagador autorizou o Pix Automático:',
    'Serviço prestado no período cobrado:',
  ],
};
