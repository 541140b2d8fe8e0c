export const texts = {
  title: 'Manual de operação',
  description: 'O manual desta versão. Está em inglês.',
  back: 'Saúde',
  start: 'Início do manual',
  unknown: 'O manual não tem esta página',
};
