interface Request {
  readonly response_status: number | null;
  readonly duration_ms: number;
}

export const texts = {
  title: 'Exame',
  description:
    'Envia eventos certos, repetidos e falsos a este endereço e confere as respostas do seu sistema.',
  guide: 'O que é enviado',
  examine: 'Examinar',
  none: 'Nenhum exame ainda.',
  statuses: {
    awaiting_start: 'Aguardando início',
    running: 'Em andamento…',
    passed: 'Aprovado',
    failed: 'Há o que corrigir',
  },
  failures: {
    interrupted: 'O exame foi interrompido. Faça outro.',
    webhook_deleted: 'O webhook foi excluído durante o exame.',
  },
  results: { passed: 'Certo', failed: 'Errado', skipped: 'Não enviado' },
  expected: { accept: 'Deve ser aceito (2xx).', refuse: 'Deve ser recusado (401).' },
  answer: ({ response_status: status, duration_ms: ms }: Request) =>
    status === null ? ' Sem resposta.' : ` Resposta ${status} em ${ms} ms.`,
  howTo: (title: string) => `Como corrigir: ${title.toLowerCase()}`,
};
