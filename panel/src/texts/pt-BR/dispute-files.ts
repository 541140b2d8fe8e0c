export const texts = {
  title: 'Arquivos de prova',
  hint: 'Arquivos: PDF, PNG ou JPEG de até 10 MB, no máximo 10 ao todo. Cada um vai ao banco com o nome da pergunta.',
  full: 'Esta contestação já tem 10 arquivos. Para anexar outro, remova um.',
  none: 'Nenhum arquivo anexado.',
  choose: 'Anexar arquivos',
  orDrop: 'ou arraste até aqui',
  dropHere: 'Solte os arquivos aqui',
  uploading: (name: string) => `Enviando ${name}`,
  removeOf: (name: string) => `Remover ${name}`,
  sent: 'enviado ao banco',
  typeWrong: (name: string) => `“${name}” não é PDF, PNG nem JPEG.`,
  alreadyThere: (name: string, kept: string) =>
    `“${name}” já está anexado como “${kept}”. Para movê-lo, remova-o de lá antes.`,
  empty: (name: string) => `“${name}” está vazio.`,
  tooLarge: (name: string) => `“${name}” tem mais de 10 MB. Envie um arquivo menor.`,
};
