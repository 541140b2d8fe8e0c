interface FileFacts {
  readonly environment: 'test' | 'live';
  readonly facts: readonly (readonly [string, string])[];
  readonly withCertificate: { readonly api_url: string; readonly token_url: string } | null;
}

export const texts = {
  description:
    'Ligue o seu ERP pela API Pix, o padrão do Banco Central: no cadastro do banco, troque o endereço.',
  guide: 'Guia',
  key: 'Chave que o ERP usa',
  keyHint: 'Crie uma só para ele em "Chaves de API".',
  noKey: 'Nenhuma chave neste ambiente',
  noKeyHint: 'O ERP entra com uma chave de API. Crie uma só para ele.',
  sandboxHint: 'A conta de demonstração usa uma chave pública. Crie sua conta para ter as suas.',
  toKeys: 'Ir para as chaves',
  erpTitle: 'O que digitar no ERP',
  erpHint: 'Escolha no ERP um banco com "API Pix" e endereço livre, e copie estes dados.',
  download: 'Baixar como .txt',
  apiUrl: 'Endereço da API (URL base)',
  tokenUrl: 'Endereço do token (OAuth2)',
  tlsUrl: 'Endereço com certificado (mTLS)',
  clientId: 'Client ID',
  secret: 'Client Secret',
  secretHint: 'O que apareceu quando a chave foi criada. Se o perdeu, gere uma nova chave.',
  pixKey: 'Chave Pix do recebedor',
  noPixKey: 'Ainda não há chave Pix neste ambiente: a plataforma não tem banco configurado.',
  splitTitle: 'Divisão automática',
  splitHint:
    'O ERP não conhece splits. Cada cobrança que ele cria com esta chave é dividida assim; as que já existem não mudam.',
  saveSplit: 'Salvar divisão',
  splitSaved: 'Divisão salva.',
  certificatesTitle: 'Entrar com certificado',
  certificatesHint:
    'Alguns ERPs não enviam o Client Secret: pedem o token só com o Client ID e o certificado deles. Cadastre aqui o certificado que o ERP apresenta.',
  certificate: 'Certificado do ERP',
  pasteCertificate:
    'Cole o arquivo .pem ou .crt inteiro, sem a chave privada. Na renovação, cadastre o novo antes de remover o antigo.',
  addCertificate: 'Cadastrar certificado',
  certificateAdded: 'Certificado cadastrado.',
  removeCertificate: 'Remover certificado',
  removeQuestion: 'O ERP que entra com este certificado perde o acesso na hora.',
  certificateRemoved: 'Certificado removido.',
  noSubject: 'Certificado sem nome',
  validUntil: (instant: string) => `Válido até ${instant}`,
  expired: 'Vencido',
  pixKeysTitle: 'Outras chaves Pix do ERP',
  pixKeysHint:
    'Se o ERP envia a chave Pix que você já usava, informe-a aqui. O dinheiro entra pela chave da plataforma.',
  pixKeys: 'Chaves Pix',
  onePerLine: 'Uma por linha.',
  savePixKeys: 'Salvar chaves Pix',
  pixKeysSaved: 'Chaves Pix salvas.',
  testTitle: 'Testar',
  testHint: 'Faz o que o ERP faz: pede um token e cria uma cobrança de teste de R$ 1,00.',
  pasteSecret: 'Cole o segredo da chave. Ele não é guardado.',
  test: 'Testar',
  answer: (request: string, status: number | null) =>
    status === null ? `${request}: sem resposta` : `${request}: resposta ${status}`,
  works: 'Funcionou: a chave entrou e a cobrança foi criada. Ela aparece em Transações.',
  fails: 'Não funcionou. Confira o segredo e veja a resposta acima.',
  file: ({ environment, facts, withCertificate }: FileFacts) => [
    'API Pix: o que digitar no ERP',
    environment === 'test'
      ? 'Ambiente: teste (sem dinheiro de verdade)'
      : 'Ambiente: produção (dinheiro de verdade)',
    '',
    ...facts.map(([name, value]) => `${name}: ${value}`),
    'Client Secret: o que apareceu quando a chave foi criada (não está neste arquivo)',
    'Tipo de autenticação: OAuth2, client_credentials',
    'Escopos: cob.read cob.write cobv.read cobv.write pix.read pix.write webhook.read webhook.write',
    'Certificado: não é exigido',
    ...(withCertificate
      ? [
          '',
          'Se o ERP exige um certificado (mTLS), use estes endereços:',
          `API: ${withCertificate.api_url}`,
          `Token: ${withCertificate.token_url}`,
        ]
      : []),
    '',
    'Passo a passo',
    '1. No ERP, abra o cadastro do banco ou da conta que recebe Pix.',
    '2. Escolha a integração "API Pix" do Banco Central, com endereço livre ("outro PSP").',
    '3. Copie os dados acima. Se o ERP pede um só endereço, use o da API.',
    '4. Salve e gere uma cobrança pequena para testar.',
    '5. Para ser avisado dos pagamentos, cadastre no ERP o endereço de retorno (webhook).',
  ],
};
