/**
 * What the SDKs say about their classes and methods, by their names in SDK_CALLS. A method that is not
 * listed says the document's summary of its operation.
 */
export const DOCS: Readonly<Record<string, string>> = {
  transactions: 'Cobranças e saques, dos mais novos aos mais antigos.',
  customers: 'Quem paga as suas cobranças: cada CPF ou CNPJ.',
  payer_mails: 'Lembretes e comprovantes por e-mail aos pagadores.',
  statement: 'O extrato de uma conta, dos lançamentos mais antigos aos mais novos.',
  refunds: 'Devoluções de todas as cobranças. O método `refund` das cobranças pede uma.',
  closings: 'Fechamentos que a loja recebe por e-mail.',
  disputes: 'Contestações (MED).',
  events: 'Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos.',
  webhook_endpoints: 'Os endereços que recebem os seus eventos.',
  charge_batches: 'Até 10.000 cobranças de uma vez.',
  subscriptions: 'Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança.',
  payment_links: 'Páginas em que o próprio pagador cria a cobrança.',
  products: 'O que os links de pagamento vendem.',
  requests: 'As requisições que os seus programas fazem com esta chave.',
  'test.clocks':
    'Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança.',
  'test.webhook_exams': 'Exames do programa que recebe os seus webhooks.',
  test: 'Só com chaves de teste.',
  'charges.create': 'Cria uma cobrança e devolve o código copia e cola.',
  'charges.retrieve': 'Uma cobrança com tudo o que se sabe dela.',
  'charges.qr_image': 'A imagem do QR code, `png` ou `svg`. Nunca muda: guarde-a.',
  'charges.update':
    'Altera uma cobrança com vencimento que ainda não foi paga. O que falta fica como está; um ' +
    'valor nulo retira a regra. O código do pagador continua o mesmo.',
  'charges.cancel':
    'Cancela uma cobrança pendente: o código deixa de poder ser pago. Um pagamento simultâneo ' +
    'vale, e a resposta é a recusa `charge_already_paid`.',
  'charges.refund': 'Devolve o pagamento ao pagador, inteiro ou, com `amount`, em parte.',
  'payouts.create':
    'Saca para uma chave Pix. Envie `external_id`: ele é único para sempre, e uma repetição ' +
    'depois de 24 horas não paga duas vezes.',
  'payouts.retrieve': 'Um saque com tudo o que se sabe dele.',
  'transactions.retrieve': 'Uma cobrança ou um saque com tudo o que se sabe dele.',
  'transactions.receipt':
    'O comprovante em PDF: de uma cobrança ou um saque pago, ou de uma devolução concluída.',
  'transactions.list': 'Uma página.',
  'customers.retrieve': 'Um cliente, com o que pagou e o que deve.',
  'customers.list': 'Uma página, os da cobrança mais nova primeiro.',
  'customers.export': 'Tudo o que está guardado sobre a pessoa (LGPD).',
  'customers.erase':
    'Apaga os dados da pessoa para sempre. Valores, identificadores e datas ficam.',
  'payer_mails.settings': 'O que os pagadores recebem.',
  'payer_mails.change_settings': 'Só o que vem muda.',
  'payer_mails.list': 'Os e-mails ao pagador de uma cobrança.',
  'splits.list': 'Uma página das partes que você recebeu de cobranças de outros lojistas.',
  'splits.preview': 'Como uma cobrança seria dividida. Não cria nada.',
  'statement.list': 'Uma página. Guarde `next_cursor` e continue dele no dia seguinte.',
  'statement.iterate': 'Todos os lançamentos do período. A `sequence` do último serve de `cursor`.',
  'closings.settings': 'Os arquivos e os endereços que a loja escolheu.',
  'closings.list': 'Os fechamentos enviados.',
  'disputes.defend': 'Envia a defesa, uma vez por contestação.',
  'disputes.add_file':
    'Anexa um PDF, PNG ou JPEG (`content` em base64), antes da defesa. O mesmo conteúdo fica ' +
    'uma vez.',
  'disputes.list_files': 'Os arquivos da contestação.',
  'disputes.retrieve_file': 'O conteúdo de um arquivo.',
  'disputes.remove_file': 'Remove um arquivo, antes da defesa. Devolve os que ficaram.',
  'events.list':
    'Uma página. Guarde `next_cursor` e envie-o como `after`: nada é pulado nem repetido.',
  'events.iterate':
    'Todos os eventos depois de `after`, até o mais novo. O `id` de cada um serve de `after`.',
  'events.retrieve': 'Um evento com o estado de cada entrega.',
  'events.attempts': 'As tentativas de entrega, com a resposta do seu servidor a cada uma.',
  'events.resend': 'Envia de novo agora, a todos os webhooks que recebem o evento ou a um.',
  'events.stream':
    'Os eventos à medida que acontecem, sem fim. Sem `after`, a partir de agora. A primeira ' +
    'conexão é tentada como uma leitura; depois dela, reconecta sempre, a partir do último ' +
    'evento recebido.',
  'webhook_endpoints.create':
    'Registra um endereço. Guarde o `secret`: ele não é mostrado de novo.',
  'webhook_endpoints.update': 'Muda o endereço ou os eventos. O que não é enviado fica como está.',
  'webhook_endpoints.pause': 'As entregas esperam até `resume`.',
  'webhook_endpoints.test': 'Envia o evento `webhook.test` ao endereço.',
  'webhook_endpoints.rotate':
    'Troca o segredo. Por 24 horas as entregas são assinadas com os dois.',
  'charge_batches.create': 'Confere todas as cobranças; elas são criadas em seguida.',
  'charge_batches.list': 'Uma página, os mais novos primeiro.',
  'charge_batches.items':
    'Uma página das cobranças de um lote, cada uma com a cobrança ou a recusa.',
  'charge_batches.carne': 'O carnê em PDF: até 300 cobranças do lote, a partir de `from`.',
  'subscriptions.list': 'Uma página, as mais novas primeiro.',
  'subscriptions.qr_image':
    'A imagem do código que o pagador lê, `png` ou `svg`. Nunca muda: guarde-a.',
  'subscriptions.pause': 'Nenhuma cobrança nova é criada até `resume`.',
  'subscriptions.resume': 'As cobranças voltam a partir do próximo ciclo.',
  'subscriptions.cancel': 'Cancela também as cobranças que ainda podem ser canceladas.',
  'subscriptions.create_cycle': 'Só com `min_amount`: a cobrança de um ciclo.',
  'subscriptions.cycles': 'Uma página das cobranças, as mais novas primeiro.',
  'subscriptions.retry': 'Tenta de novo uma cobrança que falhou.',
  'payment_links.list': 'Uma página, os mais novos primeiro.',
  'payment_links.update': 'Muda o que é enviado. Cobranças que já existem ficam como estão.',
  'products.list': 'Uma página, os mais novos primeiro.',
  'products.update': 'Muda o que é enviado. Cobranças que já existem ficam como estão.',
  'requests.stream':
    'As requisições à medida que são respondidas, a partir de agora, sem fim. Reconecta ' +
    'sozinho, a partir da última recebida.',
  'test.clocks.create': 'Com `bind_key`, a chave que chama passa a viver no tempo do relógio.',
  'test.clocks.advance': 'Avança o relógio e espera até que tudo o que vencia tenha acontecido.',
  'test.clocks.bind': 'Liga a chave que chama ao relógio.',
  'test.clocks.delete': 'Apaga o relógio e encerra o que espera por ele.',
  'test.webhook_exams.create':
    'Examina um endereço. O de um webhook seu, já; outro, depois de `start`, com o `secret`.',
  'test.webhook_exams.start':
    'Começa um exame que aguarda, quando o seu programa já tem o segredo.',
  'test.pay_charge':
    'Paga uma cobrança agora: no valor certo, ou, com `scenario`, tarde, duas vezes, a menos…',
  'test.run_webhook_scenario': 'Envia um evento de novo aos seus webhooks, com um defeito.',
  'test.open_dispute': 'Contesta uma cobrança paga.',
  'test.close_dispute': 'Encerra uma contestação de teste.',
  'test.authorize_subscription': 'O pagador autoriza.',
  'test.reject_subscription': 'O pagador recusa.',
  'test.cancel_subscription': 'O pagador cancela no banco dele.',
  'test.fail_cycle': 'A cobrança aberta com este vencimento falha agora.',
};
