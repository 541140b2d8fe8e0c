export const texts = {
  label: 'Lojista',
  hint: 'Nome, usuário, CPF, CNPJ ou e-mail',
  found: (count: number) =>
    count === 1 ? '1 lojista encontrado' : `${count} lojistas encontrados`,
  none: 'Nenhum lojista encontrado',
  noDocument: 'sem documento',
};
