export const texts = {
  title: 'Alerta',
  back: 'Saúde',
  raised: 'Alerta ativo',
  over: 'Em ordem agora',
  notMeasured: 'Não é medido nesta instalação',
  what: 'O que aconteceu',
  value: 'Medida agora',
  limit: 'Avisa acima de',
  toldAt: 'Último e-mail aos operadores',
  notTold: 'Nenhum e-mail enviado',
  solve: 'Abrir a página que resolve',
  choices: 'O que você pode fazer',
  openPage: 'Abrir',
  runbook: 'Ler o procedimento completo',
  bank: 'O que o banco disse por último',
  facts: 'Dados do momento',
  items: 'Do que se trata',
  itemsHint: 'Até 20. A página que resolve mostra todos.',
  itemsCaption: 'Operações do alerta',
  noItems: 'Nada pendente agora.',
  silence: 'Silenciar por 1 hora',
  silenceHint:
    'Por uma hora, nenhum e-mail avisa deste alerta, e a página inicial não o mostra. Depois ele volta sozinho.',
  silenced: (until: string, by: string) => `Silenciado até ${until} por ${by}`,
  silencedShort: (count: number) =>
    count === 1 ? '1 alerta silenciado' : `${count} alertas silenciados`,
  unsilence: 'Voltar a avisar agora',
  silenceDone: 'Alerta silenciado por uma hora.',
  unsilenceDone: 'O alerta volta a avisar.',
  see: 'O que fazer',
  what1: 'Operação',
  merchant: 'Lojista',
  amount: 'Valor',
  since: 'Desde',
  bankColumn: 'O banco',
  kinds: {
    payout: 'Saque',
    refund: 'Devolução',
    charge_batch: 'Lote de cobranças',
    incoming_payment: 'Recebimento',
    dispute: 'Contestação',
    reconciled_day: 'Dia conciliado',
    ledger_rule: 'Regra do livro-razão',
  },
  ids: { id: 'Identificador', endToEndId: 'EndToEndId', charge: 'Cobrança' },
  counts: {
    day: (count: string) => `Divergências: ${count}`,
    rule: (count: string) => `Diferenças: ${count}`,
  },
  deadline: (time: string) => `Prazo: ${time}`,
  bankWords: {
    not_sent: 'O banco ainda não recebeu a ordem. O gateway vai tentar de novo.',
    no_answer: 'Sem resposta clara. O banco nunca mostrou a operação.',
    in_progress: 'O banco conhece a operação e não disse o resultado.',
    received: 'O banco recebeu este dinheiro.',
    waits_for_defense: 'O banco espera a defesa.',
    differs: 'O banco tem outros números.',
  },
  lastAttempt: (time: string) => `Último envio: ${time}`,
  comparedAt: (time: string) => `Comparado em ${time}`,
  factNames: {
    owed: 'Devido a lojistas e pagadores',
    at_bank: 'No banco, pela última conciliação',
    bank_day: 'Dia da última conciliação com saldo',
    bank_said: 'Saldo que o banco informou nesse dia',
    bank_failure: 'Última falha ao perguntar ao banco',
    bank_failures: 'Falhas seguidas',
    booked_until: 'Recebimentos lidos até',
    verification: 'Verificação',
    verified_at: 'Verificado em',
    waiting: 'Entregas na fila',
    running: 'Entregas em andamento',
    workers: 'Processos ativos',
    backup: 'Cópia restaurada',
    backup_at: 'Última cópia completa',
    failed_file: 'Arquivo que não foi copiado',
    failed_at: 'Última falha',
    archived_at: 'Último arquivo copiado',
    reached_at: 'Dados restaurados até',
    restored_at: 'Restaurado em',
  },
  causes: {
    bank_balance_low: {
      what: 'O banco guarda menos do que a plataforma deve aos lojistas e aos pagadores. O dinheiro próprio da plataforma acabou: por tarifas do banco, por pagamentos que ele fez depois de uma falha, por dívidas de lojistas ou porque falta dinheiro no banco.',
      choices: [
        {
          act: 'Conciliar o dia de hoje',
          effect: 'Compara cada movimento com o banco. Não muda o saldo de ninguém.',
          page: '/operador/conciliacao',
        },
        {
          act: 'Parar todos os saques, se houver divergência de saldo',
          effect:
            'Saques novos de todos os lojistas são aceitos e ficam na fila. Devoluções continuam. Vale até um operador retomar.',
          page: '/operador/retidos',
        },
        {
          act: 'Transferir o que falta para a conta no banco',
          effect:
            'Depois registre com o comando ledger move. O saldo dos lojistas não muda, e o alerta acaba em até cinco minutos.',
        },
      ],
    },
    ledger_rule_broken: {
      what: 'A última verificação encontrou uma regra do livro-razão quebrada: lançamentos e saldos não combinam.',
      choices: [
        {
          act: 'Parar todos os saques',
          effect:
            'Saques novos de todos os lojistas ficam na fila, e nenhum dinheiro sai enquanto a causa é desconhecida. Devoluções continuam.',
          page: '/operador/retidos',
        },
        {
          act: 'Guardar o relatório e comparar com o banco',
          effect:
            'Nenhum lançamento é editado. Uma correção é um lançamento novo, feito só depois de achar a causa.',
          page: '/operador/livro',
        },
        {
          act: 'Verificar de novo',
          effect:
            'Lê os lançamentos outra vez e não muda nada. O alerta acaba com a próxima verificação sem diferenças.',
          page: '/operador/livro',
        },
      ],
    },
    reconciliation_discrepancy: {
      what: 'Há dias em que os números daqui e os do banco são diferentes.',
      choices: [
        {
          act: 'Abrir o dia e ler cada divergência',
          effect: 'Mostra o valor daqui e o do banco, com os identificadores. Não muda nada.',
          page: '/operador/conciliacao',
        },
        {
          act: 'Comparar o dia de novo, depois de resolver a causa',
          effect: 'Pergunta ao banco outra vez. O alerta acaba quando os dias não têm divergência.',
          page: '/operador/conciliacao',
        },
      ],
    },
    unmatched_payment: {
      what: 'O banco recebeu pagamentos que não são de nenhuma cobrança. O dinheiro espera fora do saldo dos lojistas até um operador decidir.',
      choices: [
        {
          act: 'Atribuir a um lojista',
          effect:
            'O valor entra no saldo desse lojista. Uma atribuição errada pode ser desfeita uma vez.',
          page: '/operador/recebimentos',
        },
        {
          act: 'Devolver ao pagador pelo banco e marcar como devolvido',
          effect:
            'Marque só depois de devolver: o valor é baixado no livro-razão, e isso não pode ser desfeito.',
          page: '/operador/recebimentos',
        },
      ],
    },
    payouts_stuck: {
      what: 'Saques ou devoluções de produção esperam um resultado do banco há mais de uma hora. O valor segue reservado na conta do lojista.',
      choices: [
        {
          act: 'Esperar, se o banco está fora do ar',
          effect:
            'As ordens continuam sozinhas quando ele voltar. O lojista não perde nada e não consegue sacar o valor de novo.',
        },
        {
          act: 'Propor “O banco pagou”',
          effect:
            'O valor reservado sai da conta do lojista, e a operação termina. Outro operador precisa aprovar.',
          page: '/operador/retidos',
        },
        {
          act: 'Propor “O banco não pagou”',
          effect:
            'O valor volta ao saldo do lojista, que pode sacá-lo de novo. Se o banco pagou, o dinheiro sai duas vezes.',
          page: '/operador/retidos',
        },
        {
          act: 'Não pague por fora do gateway',
          effect: 'Ele ainda pode enviar a mesma ordem, e o favorecido receberia duas vezes.',
        },
      ],
    },
    charge_batches_waiting: {
      what: 'O banco não registra as cobranças de um lote há mais de dez minutos. O lojista vê no lote desde quando ele espera. Cobranças avulsas em produção também devem estar falhando.',
      choices: [
        {
          act: 'Testar a conexão com o comando bank check',
          effect:
            'Diz se o certificado venceu, se a senha mudou ou se o banco não responde. Não move dinheiro.',
        },
        {
          act: 'Esperar, se o banco está fora do ar',
          effect:
            'O lote continua sozinho, e cada linha gera uma só cobrança. As linhas que o banco não registrar em 24 horas são recusadas, e o lojista as envia de novo.',
        },
        {
          act: 'Avisar os lojistas por um incidente',
          effect: 'Todos veem o aviso no painel e na página de situação.',
          page: '/operador/incidentes',
        },
      ],
    },
    dispute_deadline: {
      what: 'Contestações sem defesa vencem nas próximas 24 horas. O valor está bloqueado na conta do lojista.',
      choices: [
        {
          act: 'Pedir a defesa ao lojista',
          effect:
            'Só ele a escreve, na página da contestação. Sem defesa o banco decide sozinho, e o valor pode voltar ao pagador.',
          page: '/operador/contestacoes',
        },
        {
          act: 'Encerrar como o banco decidiu',
          effect:
            'Só se o banco já decidiu. Aceita: o valor bloqueado vai ao pagador. Rejeitada: volta ao saldo do lojista.',
          page: '/operador/contestacoes',
        },
      ],
    },
    collector_behind: {
      what: 'A lista de recebimentos do banco não é lida até o fim há mais de uma hora. Pagamentos que o banco avisa continuam entrando; os outros esperam.',
      choices: [
        {
          act: 'Testar a conexão com o comando bank check',
          effect:
            'Diz se o certificado venceu, se a senha mudou ou se o banco não responde. Não move dinheiro.',
        },
        {
          act: 'Esperar, se o banco está fora do ar',
          effect: 'A leitura continua de onde parou quando ele voltar. Nenhum pagamento se perde.',
        },
        {
          act: 'Avisar os lojistas por um incidente',
          effect: 'Todos veem o aviso no painel e na página de situação.',
          page: '/operador/incidentes',
        },
      ],
    },
    webhook_backlog: {
      what: 'Webhooks que já deviam ter saído esperam na fila há mais de dez minutos. Os sistemas dos lojistas sabem dos pagamentos com atraso.',
      choices: [
        {
          act: 'Iniciar outro processo com ROLES=worker',
          effect: 'A fila anda mais depressa. Nenhuma entrega feita é repetida.',
        },
        {
          act: 'Ver quais endereços falham',
          effect: 'O endereço lento de um lojista não atrasa os outros. Só mostra, não muda nada.',
          page: '/operador/saude',
        },
        {
          act: 'Avisar os lojistas por um incidente',
          effect: 'Todos veem o aviso no painel e na página de situação.',
          page: '/operador/incidentes',
        },
      ],
    },
    backup_old: {
      what: 'A última cópia completa do banco de dados tem mais de 26 horas. Nada se perde enquanto o log é arquivado, mas uma restauração demora mais.',
      choices: [
        {
          act: 'Liberar espaço em BACKUP_DIR ou montar a pasta de novo',
          effect: 'A próxima cópia sai sozinha. Os lojistas não percebem.',
        },
        {
          act: 'Copiar agora com o comando backup now',
          effect: 'Lê o disco por alguns minutos. Pagamentos e saques continuam.',
        },
      ],
    },
    log_archive_failing: {
      what: 'O banco de dados não consegue copiar o seu log. O que foi gravado desde então se perderia junto com este disco.',
      choices: [
        {
          act: 'Liberar espaço em BACKUP_DIR ou montar a pasta de novo',
          effect:
            'O PostgreSQL tenta de novo a cada minuto. Os lojistas não percebem. O motivo está em DATA_DIR/postgres.log.',
        },
        {
          act: 'Olhar o espaço livre em DATA_DIR',
          effect: 'O log fica guardado ali até ser copiado. Se o disco encher, tudo para.',
        },
      ],
    },
    restoration_open: {
      what: 'O gateway funciona com dados restaurados de uma cópia. O banco pode conhecer operações que não estão aqui. Saques e webhooks esperam.',
      choices: [
        {
          act: 'Comparar os dias com o comando restoration check',
          effect: 'Pergunta ao banco por cada dia desde a cópia. Não envia nada.',
        },
        {
          act: 'Confirmar com o comando restoration confirm',
          effect:
            'Saques e webhooks de todos os lojistas voltam a sair. Confirme só quando não faltar nada: um saque feito e esquecido sairia de novo.',
        },
      ],
    },
  },
};
