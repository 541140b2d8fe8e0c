/** The template of a defence, which the bank reads: it is in Portuguese in each language. */
export const texts = {
  language: 'pt-BR',
  intro: (amount: string, payer: string, paidAt: string | null) =>
    paidAt === null
      ? `Recebemos ${amount} de ${payer}.`
      : `Recebemos ${amount} de ${payer} em ${paidAt}.`,
  order: (order: string) => `Pedido: ${order}.`,
  description: (description: string) => `O que foi vendido: ${description}.`,
  id: (id: string, contested: string) => `EndToEndId: ${id}. Valor contestado: ${contested}.`,
  proofs: {
    fraud: [
      'Como o comprador foi identificado: ',
      'Entrega (data, transportadora e código de rastreio): ',
      'Conversas com o comprador: ',
    ],
    operational_failure: [
      'Por que o valor e o destino estão certos: ',
      'Entrega (data, transportadora e código de rastreio): ',
    ],
    automatic_pix: [
      'Quando e como o pagador autorizou o Pix Automático: ',
      'Serviço prestado no período cobrado: ',
    ],
  },
};
