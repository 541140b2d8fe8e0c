export const texts = {
  title: 'Primeiro dia',
  progress: (done: number, all: number) => `${done} de ${all} feitos`,
  done: 'Feito',
  open: 'A fazer',
  afterApproval: 'Depois que o cadastro for aprovado.',
  byOwner: 'Quem é dono da loja faz.',
  steps: {
    email: { title: 'Confirmar o e-mail', hint: 'Abra o link que enviamos.' },
    data: { title: 'Preencher os dados', hint: 'Quem você é e onde fica o seu negócio.' },
    documents: { title: 'Enviar os documentos', hint: 'Fotos ou PDF, de até 5 MB cada.' },
    submission: { title: 'Enviar para análise', hint: 'Confira tudo e envie o cadastro.' },
    secondFactor: {
      title: 'Ativar a verificação em duas etapas',
      hint: 'Necessária para movimentar dinheiro e criar chaves de produção.',
    },
    charge: {
      title: 'Fazer a primeira cobrança de teste',
      hint: 'Crie uma cobrança no ambiente de teste e simule o pagamento com um clique.',
    },
    key: {
      title: 'Criar a primeira chave',
      hint: 'Para o seu sistema criar cobranças automaticamente.',
    },
  },
  meanwhile: 'Antes da aprovação você já pode:',
  waiting: 'Seu cadastro está em análise; avisaremos por e-mail. Enquanto isso, você já pode:',
  sandbox: 'Entrar na demonstração',
  drafts: 'Preparar links e produtos',
  sandboxHint:
    'Ao entrar na demonstração você sai da sua conta. Para voltar, entre de novo com o seu e-mail.',
};
