export const texts = {
  title: 'Minhas lojas',
  description: 'As lojas que você acessa com este e-mail, e o seu papel em cada uma.',
  switch: 'Trocar de loja',
  current: 'Loja:',
  all: 'Todas as lojas',
  open: 'Abrir',
  openShop: (name: string) => `Abrir ${name}`,
  isOpen: 'Aberta agora',
  caption: 'Lojas que você acessa, por nome',
  shop: 'Loja',
  status: 'Situação',
  actions: 'Ações',
  leave: 'Sair da loja',
  leaveTitle: 'Sair da loja',
  leaveQuestion: (name: string) =>
    `Você deixa de ver ${name} agora, em todos os dispositivos. Para voltar, precisa de um novo convite. Os proprietários são avisados.`,
  leaveLast: (name: string) =>
    `${name} é a sua única loja: ao sair, este acesso ao painel é apagado, com a senha e a verificação em duas etapas. Os proprietários são avisados.`,
  left: (name: string) => `Você saiu de ${name}.`,
  switchedTitle: 'Você trocou de loja em outra aba',
  switchedHint: (name: string) =>
    `Esta página é de ${name}, mas agora você está em outra loja. A última operação desta página não foi feita em nenhuma das duas.`,
  linkTitle: 'Este link é de outra loja sua',
  linkHint: (name: string, current: string) =>
    `O link é de ${name}. Agora você está em ${current}.`,
  stay: (name: string) => `Ficar em ${name}`,
  reload: 'Recarregar na outra loja',
  back: (name: string) => `Voltar para ${name}`,
  isBack: (name: string) => `Você está de novo em ${name}.`,
};
