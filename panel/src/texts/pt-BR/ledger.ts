export const texts = {
  homeDescription: 'Situação atual da plataforma.',
  description: 'Saldo devido aos lojistas, tarifas recebidas e saldo no banco.',
  environment: 'Ambiente',
  environments: { live: 'Produção', test: 'Teste' },
  owed: 'Devido aos lojistas',
  owedHint: (available: string, reserved: string) =>
    `${available} disponíveis e ${reserved} reservados em saques e devoluções`,
  kept: 'Retido dos lojistas',
  keptHint: (blocked: string, pending: string) => `${blocked} bloqueados e ${pending} a liquidar`,
  debt: 'Dívidas dos lojistas',
  debtHint: 'Os próximos recebimentos de cada lojista abatem a sua',
  fees: 'Tarifas recebidas',
  feesHint: 'Desde o início, descontados os estornos',
  bank: 'No banco',
  bankHint: 'Entradas menos saídas',
  bankHintOperator: (amount: string) =>
    `Entradas menos saídas; do operador (aportes, retiradas, tarifas): ${amount}`,
  suspense: 'A identificar',
  suspenseHint: 'Recebimentos sem cobrança correspondente',
  adjustments: (amount: string) => `Reinícios da conta de demonstração: ${amount}.`,
  closes: 'O livro-razão está balanceado: a soma de todas as contas é zero.',
  differs: (amount: string) =>
    `O livro-razão não está balanceado: a soma de todas as contas é ${amount}. Suspenda os saques e verifique.`,

  verifications: 'Verificações',
  verificationsHint:
    'Todo dia à 01:00 (Brasília) são verificados os lançamentos novos e, por inteiro, uma parte dos escopos do livro-razão. A verificação completa é feita sob demanda.',
  verificationsCaption: 'Verificações, mais recentes primeiro',
  noVerifications: 'Nenhuma verificação ainda',
  noVerificationsHint: 'A primeira começa logo após o início do gateway.',
  verifyNow: 'Verificar agora',
  verifyAll: 'Verificar tudo desde o início',
  scope: 'Abrangência',
  scopeAll: 'Tudo',
  scopeNew: 'Lançamentos novos',
  verifyAsked: 'Verificação solicitada.',
  askedAt: 'Solicitada em',
  finishedAt: 'Concluída em',
  origin: 'Origem',
  scheduled: 'Diária',
  asked: 'Sob demanda',
  result: 'Resultado',
  lawsTitle: (at: string) => `Verificação de ${at}`,
  lawsCaption: 'Regras do livro-razão e resultado de cada uma',
  law: 'Regra',
  checked: 'Verificados',
  differences: 'Nº de divergências',
  differencesOf: 'Divergências',

  queue: 'Cadastros em análise',
  queueHint: (count: number): string =>
    count === 1 ? 'Aguarda sua decisão' : 'Aguardam sua decisão',
  queueEmpty: 'Nenhum cadastro pendente',
  queueMore: (count: number) => `${count} ou mais`,
  lastVerification: 'Última verificação do livro-razão',
  attention: 'Precisa de atenção',
  nothingToDo: 'Nenhuma pendência no momento.',
  // The other alerts are in the list with more details.
  alerts: {
    bank_balance_low: 'O saldo no banco é menor do que o devido aos lojistas',
    ledger_rule_broken: 'Uma regra do livro-razão foi quebrada',
    payouts_stuck: 'Há saques ou devoluções sem resultado há mais de uma hora',
    charge_batches_waiting: 'Lotes de cobranças esperam pelo banco',
    dispute_deadline: 'O prazo de defesa de uma contestação está acabando',
    collector_behind: 'A leitura dos recebimentos no banco está atrasada',
    webhook_backlog: 'Os webhooks estão atrasados',
    backup_old: 'A última cópia do banco de dados está velha',
    log_archive_failing: 'O log do banco de dados não está sendo arquivado',
    restoration_open: 'O banco de dados foi restaurado: saques e webhooks aguardam confirmação',
  } as Readonly<Record<string, string>>,
  noWorkers: 'Nenhum processo está executando a fila',
  failingEndpoints: (count: number, shown: string) =>
    count === 1 ? '1 webhook de lojista com falha' : `${shown} webhooks de lojistas com falha`,
  suspended: (count: number, shown: string) =>
    count === 1 ? '1 recebimento a identificar' : `${shown} recebimentos a identificar`,
  held: (count: number, shown: string) =>
    count === 1
      ? '1 saque ou devolução de conta suspensa retido'
      : `${shown} saques e devoluções de contas suspensas retidos`,
  late: (count: number, shown: string) =>
    count === 1
      ? '1 pagamento concluído pelo banco depois da falha'
      : `${shown} pagamentos concluídos pelo banco depois da falha`,
  proposals: (count: number, shown: string) =>
    count === 1
      ? '1 proposta aguarda um segundo operador'
      : `${shown} propostas aguardam um segundo operador`,
  seeProposals: 'Ver propostas',
  reversed: (count: number, shown: string) =>
    count === 1
      ? '1 ordem resolvida como paga que o banco não pagou'
      : `${shown} ordens resolvidas como pagas que o banco não pagou`,
  allStopped: 'Todos os saques da plataforma estão pausados',
  stopped: (count: number, shown: string) =>
    count === 1 ? '1 pausa de saques de lojista' : `${shown} pausas de saques de lojistas`,
  setAside: (count: number, shown: string) =>
    count === 1
      ? '1 pagamento, saque ou devolução separado por falha'
      : `${shown} pagamentos, saques e devoluções separados por falha`,
  seeDisputes: 'Ver contestações',
  seeHeld: 'Ver retidos',
  seeIncomingPayments: 'Ver recebimentos',
  uncleanDays: (count: number, days: string) =>
    count === 1
      ? `A conciliação de ${days} tem divergências`
      : `As conciliações de ${days} têm divergências`,
  silentBank: (day: string) => `O banco não pôde ser consultado para conciliar ${day}`,
  seeReconciliation: 'Ver conciliação',
  seeHealth: 'Ver saúde',
  seeLedger: 'Ver livro-razão',
};
