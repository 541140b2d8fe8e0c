export const texts = {
  chargePaid: 'Pix recebido',
  chargePaidHint: (amount: string) => `Uma cobrança de ${amount} foi paga.`,
  splitReceived: 'Split recebido',
  splitReceivedHint: (amount: string) => `Você recebeu ${amount} de uma cobrança.`,
  transferReceived: 'Transferência recebida',
  transferReceivedHint: (amount: string) => `Você recebeu ${amount}.`,
  chargeRefunded: 'Devolução concluída',
  chargeRefundedHint: (amount: string) => `Quem pagou uma cobrança de ${amount} recebeu de volta.`,
  payoutPaid: 'Saque pago',
  payoutPaidHint: (amount: string) => `O Pix de ${amount} chegou.`,
  payoutFailed: 'Saque não realizado',
  payoutFailedHint: (amount: string) => `O Pix de ${amount} falhou; o valor voltou ao saldo.`,
};
