import type { MenuGroup } from '#panel/routing/page.ts';

export const texts = {
  skipToContent: 'Pular para o conteúdo',
  openMenu: 'Abrir o menu',
  mainNavigation: 'Menu principal',
  environment: 'Ambiente',
  test: 'Teste',
  live: 'Produção',
  userMenu: (name: string) => `Conta de ${name}`,
  guide: 'Guia',
  account: 'Minha conta',
  logOut: 'Sair',
  notFound: 'Página não encontrada',
  notFoundHint: 'O endereço não existe ou foi alterado.',
  goHome: 'Ir para o início',
  noConnection: 'Sem conexão com o servidor. Tentando novamente…',
  notLoaded: 'Não foi possível carregar esta página',
  notLoadedHint:
    'O sistema pode ter sido atualizado. A página será recarregada quando o servidor responder.',
  reload: 'Recarregar',
  failed: 'Algo deu errado nesta página',
  failedHint: 'Tente novamente. Se o erro continuar, fale com o suporte.',
  sandboxTitle: 'Conta de demonstração',
  sandboxHint:
    'Esta conta é pública: qualquer pessoa vê os dados dela, e o saldo volta a zero todo dia à meia-noite (Brasília). Não há dinheiro de verdade.',
  kycTitle: 'Complete seu cadastro',
  kycHint: 'Envie seus dados e documentos para começar a receber.',
  kycAction: 'Completar cadastro',
  submittedTitle: 'Cadastro em análise',
  submittedHint: 'Avisaremos por e-mail quando a análise terminar.',
  rejectedTitle: 'Seu cadastro precisa de ajustes',
  rejectedHint: 'Veja o motivo, corrija e reenvie.',
  suspendedTitle: 'Conta suspensa',
  suspendedHint: 'Você pode consultar os dados, mas não pode fazer alterações. Fale com o suporte.',
  noBankTitle: 'Produção sem banco conectado',
  noBankHint:
    'Nenhum banco está conectado a este gateway. Ainda não é possível cobrar nem sacar em produção; o ambiente de teste funciona normalmente.',
  roleTitle: (role: string) => `Seu papel: ${role}`,
  roleHints: {
    viewer: 'Você consulta tudo, mas não faz alterações. Um proprietário pode mudar seu papel.',
    developer:
      'Em produção você consulta e cria chaves que não enviam dinheiro. Em teste, pode tudo.',
  },
  secondFactorTitle: 'Ative a verificação em duas etapas',
  secondFactorHint: 'Sem ela, você pode consultar, mas não aprovar, suspender ou alterar tarifas.',
  groups: {
    money: 'Dinheiro',
    integration: 'Integração',
    account: 'Conta',
    platform: 'Plataforma',
  } satisfies Record<MenuGroup, string>,
};
