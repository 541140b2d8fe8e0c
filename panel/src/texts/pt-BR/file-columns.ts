export const texts = {
  title: 'Colunas do arquivo',
  hint: 'Veja de qual coluna do arquivo vem cada dado, e mude o que não estiver certo.',
  firstRows: 'Primeiras linhas do arquivo',
  notUsed: 'não usada',
  none: 'Nenhuma',
  column: (letter: string) => `Coluna ${letter}`,
  sample: (text: string) => `Na primeira linha: ${text}`,
  or: ' ou ',
  missing: (names: string) => `Falta escolher a coluna de: ${names}.`,
  check: 'Conferir arquivo',
  close: 'Fechar',
};
