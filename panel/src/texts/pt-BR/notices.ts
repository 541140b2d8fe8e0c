export const texts = {
  bell: (unread: string) =>
    unread === '' ? 'Notificações' : `Notificações: ${unread} ${unread === '1' ? 'nova' : 'novas'}`,
  announced: (unread: string) =>
    unread === '1' ? '1 notificação nova' : `${unread} notificações novas`,
  newNotices: 'Notificações',
  markAll: 'Marcar tudo como lido',
  chooseMails: 'Escolher e-mails',
  none: 'Nada de novo nos últimos 30 dias',
  noneHint: 'Pagamentos, saques, contestações e falhas de webhooks aparecem aqui.',
  unread: 'Não lida',
  ofBatch: {
    'payout.paid': 'Saques de um lote pagos',
    'payout.failed': 'Saques de um lote não realizados',
    'payout.returned': 'O banco devolveu saques de um lote',
    'payout.awaiting_approval': 'Um lote de saques aguarda aprovação',
    'payout.rejected': 'Um lote de saques não foi aprovado',
  },
  notices: {
    payment: (amount: string) => `Pagamento de ${amount} recebido`,
    paymentsOfDay: (count: string, day: string, amount: string) =>
      `${count} pagamentos em ${day}: ${amount}`,
    'payout.paid': (amount: string) => `Saque de ${amount} pago`,
    'payout.failed': (amount: string) => `Saque de ${amount} não realizado`,
    'payout.returned': (amount: string) => `O banco já devolveu ${amount} de um saque`,
    'payout.awaiting_approval': (amount: string) => `Saque de ${amount} aguarda aprovação`,
    'payout.rejected': (amount: string) => `Saque de ${amount} não aprovado`,
    'dispute.opened': (amount: string) => `Pagamento de ${amount} contestado`,
    'dispute.closed': (amount: string) => `Contestação de ${amount} encerrada`,
    'balance.adjusted': (amount: string) => `Ajuste de saldo de ${amount}`,
    'webhook.failing': () => 'Webhook com falhas há mais de 10 minutos',
    'kyc.approved': () => 'Cadastro aprovado',
    'kyc.rejected': () => 'Cadastro precisa de ajustes',
  },
};
