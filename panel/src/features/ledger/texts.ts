export const texts = {
  homeTitle: 'Início',
  homeDescription: 'Como a plataforma está agora.',
  title: 'Livro-razão',
  description: 'O que a plataforma deve aos lojistas, ganhou em tarifas e tem no banco.',
  environment: 'Ambiente',
  environments: { live: 'Produção', test: 'Teste' },
  owed: 'Devido aos lojistas',
  owedHint: (available: string, reserved: string) =>
    `${available} disponíveis e ${reserved} em saques a caminho`,
  fees: 'Tarifas ganhas',
  feesHint: 'Desde o início, já descontado o que foi estornado',
  bank: 'No banco',
  bankHint: 'O que entrou menos o que saiu',
  bankHintOperator: (amount: string) =>
    `O que entrou menos o que saiu; do operador (aportes, retiradas, tarifas): ${amount}`,
  suspense: 'A identificar',
  suspenseHint: 'Recebido, e ainda não se sabe de quem é',
  adjustments: (amount: string) => `Os reinícios da conta de demonstração somam ${amount}.`,
  closes: 'O livro fecha: a soma de todas as contas é zero.',
  differs: (amount: string) =>
    `O livro não fecha: a soma de todas as contas é ${amount}. Pare os saques e confira.`,

  verifications: 'Conferências',
  verificationsHint:
    'Todo dia às 01:00 (Brasília) o que é novo e parte dos livros inteira; tudo quando alguém pede.',
  verificationsCaption: 'Conferências, as mais novas primeiro',
  noVerifications: 'Nenhuma conferência ainda',
  noVerificationsHint: 'A primeira começa logo depois que o gateway é iniciado.',
  verifyNow: 'Conferir agora',
  verifyAll: 'Conferir tudo desde o início',
  scope: 'Alcance',
  scopeAll: 'Tudo',
  scopeNew: 'O que é novo',
  verifyAsked: 'Conferência pedida.',
  askedAt: 'Pedida em',
  finishedAt: 'Terminou em',
  origin: 'Origem',
  scheduled: 'Diária',
  asked: 'Pedida por alguém',
  result: 'Resultado',
  lawsTitle: (at: string) => `Conferência de ${at}`,
  lawsCaption: 'Cada lei do livro, e se ela vale',
  law: 'Lei',
  checked: 'Conferidos',
  differences: 'Diferenças',
  differencesOf: 'Onde não vale',

  queue: 'Cadastros em análise',
  queueHint: 'Esperam a sua decisão',
  queueEmpty: 'Ninguém espera',
  queueMore: (count: number) => `${count} ou mais`,
  lastVerification: 'Última conferência do livro',
  attention: 'Precisa de atenção',
  nothingToDo: 'Nada precisa de atenção agora.',
  jobsExhausted: (count: number, shown: string) =>
    count === 1 ? '1 tarefa desistiu de ser feita' : `${shown} tarefas desistiram de ser feitas`,
  noWorkers: 'Nenhum processo está trabalhando na fila',
  failingEndpoints: (count: number, shown: string) =>
    count === 1
      ? '1 webhook de lojista está falhando'
      : `${shown} webhooks de lojistas estão falhando`,
  suspended: (count: number, shown: string) =>
    count === 1 ? '1 recebimento a identificar' : `${shown} recebimentos a identificar`,
  held: (count: number, shown: string) =>
    count === 1
      ? '1 saque ou devolução retido de uma conta suspensa'
      : `${shown} saques e devoluções retidos de contas suspensas`,
  late: (count: number, shown: string) =>
    count === 1
      ? 'O banco fez 1 pagamento que aqui tinha falhado'
      : `O banco fez ${shown} pagamentos que aqui tinham falhado`,
  seeHeld: 'Ver retidos',
  seeIncomingPayments: 'Ver recebimentos',
  uncleanDays: (count: number, days: string) =>
    count === 1
      ? `A conciliação de ${days} tem diferenças`
      : `As conciliações de ${days} têm diferenças`,
  silentBank: (day: string) => `O banco não pôde ser consultado para conciliar ${day}`,
  seeReconciliation: 'Ver conciliação',
  seeHealth: 'Ver saúde',
  seeLedger: 'Ver livro-razão',
};
