export const texts = {
  chargePaid: 'Pix recebido',
  chargePaidHint: (amount: string) => `Uma cobrança de ${amount} foi paga.`,
  splitReceived: 'Split recebido',
  splitReceivedHint: (amount: string) => `Você recebeu ${amount} de uma cobrança.`,
  transferReceived: 'Transferência recebida',
  transferReceivedHint: (amount: string) => `Você recebeu ${amount}.`,
  chargeRefunded: 'Devolução concluída',
  chargeRefundedHint: (amount: string) => `O pagador recebeu ${amount} de volta.`,
  refundFailed: 'Devolução não realizada',
  refundFailedHint: 'O banco não fez uma devolução; o valor voltou ao saldo.',
  disputeOpened: 'Pagamento contestado',
  disputeOpenedHint: (amount: string) =>
    `O banco do pagador contestou ${amount}. Veja em Contestações.`,
  payoutPaid: 'Saque pago',
  payoutPaidHint: (amount: string) => `O Pix de ${amount} foi pago.`,
  payoutFailed: 'Saque não realizado',
  payoutFailedHint: (amount: string) => `O Pix de ${amount} falhou; o valor voltou ao saldo.`,
};
