export const texts = {
  description:
    'Lembretes e comprovantes por e-mail, com o nome, o logotipo e a cor da sua página de pagamento.',
  testHint:
    'No ambiente de teste só os e-mails da sua equipe recebem mensagens. Os outros pagadores ficam de fora.',
  noServer:
    'Esta plataforma não envia e-mails a pagadores. Fale com o suporte se você quiser usar os lembretes.',
  sandboxClosed: 'A conta de demonstração não envia e-mails.',
  reminders: 'Lembretes',
  remindersHint:
    'Vão para cobranças com o e-mail do pagador, às 9h de Brasília. Quem já pagou ou pediu para sair não recebe mais. Nas cobranças com vencimento, dizem quanto se paga no dia.',
  before: 'Antes do vencimento',
  onDueDay: 'No dia do vencimento',
  onDueDayHint: 'Se a cobrança vence antes das 10h, o lembrete vai às 18h do dia anterior.',
  after: 'Depois do vencimento, se não foi paga',
  afterHint:
    'Com a renovação ligada na página de pagamento, o pagador gera um novo código pelo lembrete.',
  days: 'Dias',
  receiptsTitle: 'Comprovantes',
  receipts: 'Comprovante depois do pagamento',
  receiptsHint:
    'O pagador recebe o link do comprovante, que qualquer pessoa pode conferir. Vale também para links de pagamento.',
  limits: (perDay: string) =>
    `Até ${perDay} e-mails por dia e 10 por endereço em 24 horas. Todo e-mail tem um link para o pagador sair.`,
  save: 'Salvar',
  saved: 'E-mails ao pagador salvos.',
  readOnly: 'Seu papel pode ver, mas não alterar, o que os pagadores recebem.',
  history: 'E-mails ao pagador',
  noMails: 'Nenhum e-mail foi enviado nem programado para esta cobrança.',
  settingsLink: 'Configurar lembretes',
  kinds: {
    before: 'Lembrete antes do vencimento',
    on_due_day: 'Lembrete no dia do vencimento',
    after: 'Lembrete depois do vencimento',
    receipt: 'Comprovante',
  },
  states: {
    planned: 'Programado',
    waiting: 'Na fila de envio',
    sent: 'Enviado',
    skipped: 'Não enviado',
    failed: 'Falhou',
  },
  reasons: {
    paid: 'a cobrança já estava paga',
    canceled: 'a cobrança foi cancelada',
    expired: 'a cobrança já tinha expirado',
    renewed: 'o pagador gerou um novo código',
    refunded: 'o pagamento foi devolvido',
    erased: 'os dados do pagador foram apagados',
    turned_off: 'este e-mail foi desligado',
    late: 'não pôde sair no seu dia',
    unsubscribed: 'o pagador não quer mais e-mails',
    address_refused: 'o servidor de e-mail recusou o endereço',
    mail_refused: 'o servidor de e-mail recusou a mensagem',
    test_address: 'em teste, só a sua equipe recebe',
    address_limit: 'este endereço já recebeu 10 e-mails em 24 horas',
    daily_limit: 'o limite de e-mails do dia foi atingido',
    account_not_active: 'a conta não estava ativa',
    no_mail_server: 'a plataforma não tem servidor de e-mail',
    gave_up: 'o servidor de e-mail não respondeu por cinco dias',
    interrupted: 'o envio foi interrompido: não sabemos se chegou',
  },
  reply: (code: string) => `resposta ${code}`,
  stops: {
    unsubscribed: 'Este pagador pediu para não receber mais e-mails seus.',
    refused: 'O servidor de e-mail recusou o endereço deste pagador. Confira o e-mail com ele.',
  },
};
