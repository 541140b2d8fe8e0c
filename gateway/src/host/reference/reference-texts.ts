/** The Portuguese texts of the API reference. */
export const texts = {
  title: 'Referência da API',
  skip: 'Ir para o conteúdo',
  panel: 'Painel',
  guide: 'Guia',
  document: 'Documento OpenAPI 3.1',
  contents: 'Conteúdo',
  version: 'versão',
  address: 'Endereço',
  keys: 'Suas chaves',
  keysExplained:
    'Os exemplos e o botão Experimentar usam estas chaves. Só chaves de teste ficam guardadas, ' +
    'nesta aba, até que você a feche. As do sandbox são públicas: nada do que elas fazem move ' +
    'dinheiro.',
  chargeId: 'internal_id de uma cobrança',
  chargeIdExplained:
    'Preenchido quando você cria uma cobrança em Experimentar; os exemplos que tratam de uma ' +
    'cobrança usam este valor.',
  webhookSecret: 'Segredo dos webhooks do sandbox',
  language: 'Linguagem dos exemplos',
  sdks: 'Os exemplos em JavaScript, Python e PHP usam os SDKs.',
  installSdks: 'Como instalar',
  search: 'Buscar na referência',
  nothingFound: 'Nada encontrado',
  results: 'resultados',
  parameters: 'Parâmetros',
  body: 'Corpo da requisição',
  field: 'Campo',
  place: 'Onde',
  type: 'Tipo',
  meaning: 'Descrição',
  required: 'obrigatório',
  optional: 'opcional',
  values: 'Valores:',
  example: 'Exemplo',
  answers: 'Respostas',
  answer: 'Resposta',
  errors: 'Erros desta operação',
  allErrors: 'Todos os erros',
  allErrorsExplained:
    'Todo erro tem `error`, `message` e `code`. Programe pelo `code`, que não muda; a mensagem é ' +
    'para pessoas. `invalid_request` traz também `details`, com cada campo e o que há de errado.',
  status: 'Status',
  code: 'Código',
  operations: 'Operações',
  allOperations: 'todas',
  tryIt: 'Experimentar',
  send: 'Enviar',
  sending: 'Enviando…',
  copy: 'Copiar',
  copied: 'Copiado',
  noAnswer: 'O gateway não respondeu. Confira se ele está no ar.',
  webhooks: 'Webhooks',
  places: { path: 'caminho', query: 'consulta', header: 'cabeçalho' } as Readonly<
    Record<string, string>
  >,
} as const;
