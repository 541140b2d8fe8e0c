export const texts = {
  description: (email: string) =>
    `E-mails sobre a sua produção, enviados para ${email}. Cada membro da equipe escolhe os seus.`,
  chosen: 'E-mails que você escolhe',
  saved: 'Preferência salva.',
  kinds: {
    payment_received: {
      label: 'Pagamento recebido',
      hint: 'A partir do valor que você definir. Com muitos pagamentos, até 5 e-mails por hora e um resumo dos demais.',
    },
    payout_failed: {
      label: 'Saque não realizado',
      hint: 'Quando o banco não realiza um saque, ou quando um saque é recusado ou expira sem aprovação.',
    },
    dispute: {
      label: 'Contestação (MED)',
      hint: 'Quando o banco do pagador contesta um pagamento e quando a contestação é decidida.',
    },
    webhook_failing: {
      label: 'Webhook com falhas',
      hint: 'Quando as entregas para um webhook falham por mais de 10 minutos.',
    },
    daily_summary: {
      label: 'Resumo diário',
      hint: 'Às 8h de Brasília: recebido, devolvido, saques, tarifas e saldo do dia anterior. Dias sem movimento não têm resumo.',
    },
  },
  minAmount: 'A partir de',
  saveAmount: 'Salvar valor',
  always: 'E-mails que sempre enviamos',
  alwaysHint:
    'Segurança da conta, pedidos de aprovação, pausas e limites de saque, ajustes de saldo e o resultado do cadastro. Eles protegem o seu dinheiro e não podem ser desligados.',
  sandboxClosed: 'A conta de demonstração não envia e-mails.',
};
