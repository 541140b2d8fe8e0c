export const texts = {
  open: 'Buscar',
  field: {
    '/painel': {
      title: 'Buscar páginas, ações, clientes e transações',
      placeholder: 'Página, ação, nome, CPF, valor…',
    },
    '/operador': {
      title: 'Buscar páginas, ações e lojistas',
      placeholder: 'Página, ação, lojista, CPF…',
    },
  },
  groups: {
    actions: 'Ações',
    pages: 'Páginas',
    transactions: 'Clientes e transações',
    merchants: 'Lojistas',
  },
  customer: (document: string) => `Cliente · ${document}`,
  newCharge: 'Nova cobrança',
  newPayout: 'Novo saque',
  toTest: 'Mudar para o ambiente de teste',
  toLive: 'Mudar para produção',
  toLight: 'Usar o tema claro',
  toDark: 'Usar o tema escuro',
  guide: 'Abrir o guia',
  reference: 'Abrir a referência da API',
  logOut: 'Sair',
  allFound: (text: string) => `Ver tudo o que corresponde a “${text}”`,
  count: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  nothing: 'Nada encontrado',
  searching: 'Buscando…',
};
