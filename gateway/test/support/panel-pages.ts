/** A page of the panel: a name for its screenshot, and its path. */
export interface PanelPage {
  readonly name: string;
  readonly path: string;
}

export const ENTRANCE_PAGES: readonly PanelPage[] = [
  { name: 'entrar', path: '/entrar' },
  { name: 'cadastrar', path: '/cadastrar' },
  { name: 'esqueci-a-senha', path: '/esqueci-a-senha' },
  { name: 'nova-senha', path: '/nova-senha#token' },
  { name: 'confirmar-email', path: '/confirmar-email' },
  { name: 'convite', path: '/convite#token' },
];

/** The merchants' pages, with the addresses of charges and webhooks of the demo. */
export function merchantPages(demo: {
  readonly chargeIds: readonly string[];
  readonly webhookIds: readonly string[];
}): PanelPage[] {
  return [
    { name: 'inicio', path: '/painel' },
    { name: 'transacoes', path: '/painel/transacoes' },
    { name: 'transacao-paga', path: `/painel/transacoes/${demo.chargeIds.at(-3)}` },
    { name: 'links', path: '/painel/links' },
    { name: 'transacao-pendente', path: `/painel/transacoes/${demo.chargeIds.at(-1)}` },
    { name: 'produtos', path: '/painel/produtos' },
    { name: 'saques', path: '/painel/saques' },
    { name: 'saques-em-lote', path: '/painel/saques-em-lote' },
    { name: 'saque-automatico', path: '/painel/saque-automatico' },
    { name: 'favorecidos', path: '/painel/favorecidos' },
    { name: 'aprovacoes', path: '/painel/aprovacoes' },
    { name: 'limites', path: '/painel/limites' },
    { name: 'contestacoes', path: '/painel/contestacoes' },
    { name: 'transferencias', path: '/painel/transferencias' },
    { name: 'splits', path: '/painel/splits' },
    { name: 'extrato', path: '/painel/extrato' },
    { name: 'integracoes', path: '/painel/integracoes' },
    { name: 'webhooks', path: '/painel/webhooks' },
    { name: 'webhook', path: `/painel/webhooks/${demo.webhookIds.at(-1)}` },
    { name: 'pagina-de-pagamento', path: '/painel/pagina-de-pagamento' },
    { name: 'cadastro', path: '/painel/cadastro' },
    { name: 'equipe', path: '/painel/equipe' },
    { name: 'requisicoes', path: '/painel/requisicoes' },
    { name: 'notificacoes', path: '/painel/notificacoes' },
    { name: 'auditoria', path: '/painel/auditoria' },
    { name: 'conta', path: '/painel/conta' },
  ];
}

export const OPERATOR_PAGES: readonly PanelPage[] = [
  { name: 'operador-inicio', path: '/operador' },
  { name: 'operador-lojistas', path: '/operador/lojistas' },
  { name: 'operador-lojista', path: '/operador/lojistas/cafe-aurora' },
  { name: 'operador-receita', path: '/operador/receita' },
  { name: 'operador-cadastros', path: '/operador/cadastros' },
  { name: 'operador-recebimentos', path: '/operador/recebimentos' },
  { name: 'operador-propostas', path: '/operador/propostas' },
  { name: 'operador-contestacoes', path: '/operador/contestacoes' },
  { name: 'operador-retidos', path: '/operador/retidos' },
  { name: 'operador-conciliacao', path: '/operador/conciliacao' },
  { name: 'operador-livro', path: '/operador/livro' },
  { name: 'operador-saude', path: '/operador/saude' },
  { name: 'operador-mensagens', path: '/operador/mensagens' },
  { name: 'operador-operadores', path: '/operador/operadores' },
  { name: 'operador-auditoria', path: '/operador/auditoria' },
  { name: 'operador-conta', path: '/operador/conta' },
];
