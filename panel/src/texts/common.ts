/** The panel's language, for numbers and dates. */
export const locale = 'pt-BR';

/** Texts that several features show. A feature's own texts are in its `texts.ts`. */
export const common = {
  settlement: 'Liquidação',
  settledAtOnce: 'Na hora',
  settledAfter: (days: number, isBusiness: boolean) => {
    const kind = isBusiness ? (days === 1 ? ' útil' : ' úteis') : '';
    return `${days} ${days === 1 ? 'dia' : 'dias'}${kind} após o pagamento`;
  },
  reserve: 'Reserva',
  noReserve: 'Sem reserva',
  reserveFor: (percentage: string, days: number) =>
    `${percentage} de cada pagamento por ${days} ${days === 1 ? 'dia' : 'dias'}`,

  held: 'Retido',
  productName: 'pix-gateway',
  confirm: 'Confirmar',
  cancel: 'Cancelar',
  close: 'Fechar',
  save: 'Salvar',
  back: 'Voltar',
  continue: 'Continuar',
  downloadCsv: 'Baixar CSV',
  copy: 'Copiar',
  copied: 'Copiado',
  copyOf: (label: string) => `Copiar ${label}`,
  loadMore: 'Carregar mais',
  loading: 'Carregando…',
  tryAgain: 'Tentar novamente',
  notThere: '—',
  unexpectedError: 'Algo deu errado. Tente novamente em instantes.',
  serverNotReached:
    'Sem conexão com o servidor. Antes de repetir a operação, verifique se ela foi concluída.',
  problemTitle: 'Não foi possível concluir',
  secretWarning: 'Guarde agora: por segurança, este valor não será exibido novamente.',
  lightTheme: 'Usar tema claro',
  darkTheme: 'Usar tema escuro',
  correctFields: 'Corrija os campos destacados.',
  yes: 'sim',
  no: 'não',
  amountNotRead: (text: string) =>
    text === ''
      ? 'Copie um valor antes de colar.'
      : `Não foi possível ler “${text}” como valor. Use reais e centavos, como 1.234,56.`,
  percentageNotRead: (text: string) =>
    `Não foi possível ler “${text}” como percentual. Use até duas casas, como 1,49.`,
  open: 'Abrir',
  details: 'Detalhes',
  code: 'Código do aplicativo autenticador',
  role: 'Papel',
  changeRole: 'Mudar papel',
  roleOf: (name: string) => `Papel de ${name}`,
  memberRoles: {
    owner: 'Proprietário',
    finance: 'Financeiro',
    developer: 'Desenvolvedor',
    viewer: 'Leitura',
  },
  memberRoleHints: {
    owner: 'Pode tudo, também chaves, cadastro e equipe.',
    finance: 'Cobra, saca, devolve e transfere. Não vê chaves nem webhooks.',
    developer:
      'Pode tudo em teste, menos a equipe. Em produção, consulta e cria chaves que não enviam dinheiro.',
    viewer: 'Consulta tudo e não altera nada.',
  },
  operatorRoles: { support: 'Suporte', finance: 'Financeiro', admin: 'Administrador' },
  operatorRoleHints: {
    support: 'Consulta tudo, analisa cadastros e encerra sessões de usuários.',
    finance: 'Consulta tudo e decide sobre dinheiro, tarifas e suspensões.',
    admin: 'Pode tudo, também operadores, mensagens e limites das chaves.',
  },
  reason: 'Motivo',
  secondFactorNeeded: 'Para esta operação, ative antes a verificação em duas etapas.',
  secondFactorAction: 'Ativar agora',
  sandboxSecrets: {
    title: 'Valores públicos da demonstração',
    hints: {
      keys: 'Envie estes dois cabeçalhos em cada requisição. São iguais para todos os visitantes.',
      webhooks:
        'Informe webhook_url em cada cobrança ou saque e confira a assinatura com este segredo.',
    },
    names: {
      client_id: 'client-id',
      client_secret: 'client-secret',
      webhook_secret: 'Segredo da assinatura',
    },
  },
  statuses: {
    pending: 'Pendente',
    awaiting_approval: 'Aguarda aprovação',
    paid: 'Pago',
    expired: 'Expirado',
    partially_refunded: 'Devolvido parcialmente',
    refunded: 'Devolvido',
    failed: 'Falhou',
    failing: 'Falhando',
    done: 'Concluída',
    canceled: 'Cancelado',
    active: 'Ativo',
    paused: 'Pausado',
    revoked: 'Revogada',
    delivered: 'Entregue',
    pending_kyc: 'Cadastro pendente',
    rejected: 'Rejeitado',
    suspended: 'Suspenso',
    draft: 'Rascunho',
    submitted: 'Em análise',
    approved: 'Aprovado',
    sent: 'Enviado',
    kept: 'Não enviada',
    waiting: 'Na fila',
    running: 'Em andamento',
    retrying: 'Aguardando o banco',
    clean: 'Tudo certo',
    differs: 'Com divergências',
    suspense: 'A identificar',
    assigned: 'Atribuído a um lojista',
  },
};

/** A state of anything that the panel shows as a badge. A state without a text doesn't compile. */
export type Status = keyof typeof common.statuses;
