export const texts = {
  save: 'Salvar este filtro',
  title: 'Salvar filtro',
  hint: 'Fica neste navegador, para esta lista. O texto da busca não é guardado.',
  name: 'Nome',
  confirm: 'Salvar',
  saved: 'Filtros salvos',
  remove: (name: string) => `Remover o filtro ${name}`,
};
