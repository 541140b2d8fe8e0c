export const texts = {
  title: 'Anotações',
  description: 'Só os operadores leem estas anotações. O lojista não as vê.',
  text: 'Nova anotação',
  add: 'Anotar',
  added: 'Anotação salva.',
  empty: 'Nenhuma anotação sobre este lojista.',
  remove: 'Apagar',
  removeTitle: 'Apagar esta anotação?',
  removeQuestion: 'O texto é apagado. A auditoria guarda quem o apagou e quando.',
};
