export const texts = {
  begin: 'Ver como o lojista',
  title: (name: string) => `Você vê a conta de ${name} como o lojista a vê`,
  hint: 'Nada pode ser alterado. A visita fica registrada no histórico do lojista e termina em 30 minutos.',
  end: 'Encerrar a visita',
};
