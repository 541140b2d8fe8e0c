/**
 * What the SDKs say about a class, and about a method after the document's summary of its operation, by
 * their names in SDK_CALLS. `iterate` has no operation: it says this alone.
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
  test: 'Só com chaves de teste.',
  'test.clocks':
    'Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança.',
  'test.webhook_exams': 'Exames do programa que recebe os seus webhooks.',
  'charges.create': 'Devolve o código copia e cola.',
  'charges.qr_image': 'Em `png` ou `svg`. Nunca muda: guarde-a.',
  'charges.update':
    'Só enquanto não foi paga. O que falta fica como está; um valor nulo retira a regra. O código ' +
    'do pagador continua o mesmo.',
  'charges.cancel':
    'O código deixa de poder ser pago. Um pagamento simultâneo vale, e a resposta é a recusa ' +
    '`charge_already_paid`.',
  'charges.refund': 'Devolve tudo ou, com `amount`, uma parte.',
  'payouts.create':
    'Envie `external_id`: ele é único para sempre, e uma repetição depois de 24 horas não paga ' +
    'duas vezes.',
  'transactions.receipt':
    'Em PDF: de uma cobrança ou um saque pago, ou de uma devolução concluída.',
  'transactions.list': 'Uma página.',
  'customers.retrieve': 'Mostra o que pagou e o que deve.',
  'customers.list': 'Uma página, os da cobrança mais nova primeiro.',
  'customers.export': 'Tudo o que está guardado sobre a pessoa (LGPD).',
  'customers.erase': 'Não pode ser desfeito. Valores, identificadores e datas ficam.',
  'payer_mails.change_settings': 'Só o que vem muda.',
  'splits.list': 'Uma página das que você recebeu de cobranças de outros lojistas.',
  'splits.preview': 'Mostra como uma cobrança seria dividida. Não cria nada.',
  'statement.list': 'Uma página. Guarde `next_cursor` e continue dele no dia seguinte.',
  'statement.iterate': 'Todos os lançamentos do período. A `sequence` do último serve de `cursor`.',
  'closings.settings': 'Mostra também os arquivos que a loja escolheu.',
  'disputes.defend': 'Só uma vez por contestação.',
  'disputes.add_file':
    'Um PDF, PNG ou JPEG (`content` em base64), antes da defesa. O mesmo conteúdo fica uma vez.',
  'disputes.remove_file': 'Devolve os que ficaram.',
  'events.list':
    'Uma página. Guarde `next_cursor` e envie-o como `after`: nada é pulado nem repetido.',
  'events.iterate':
    'Todos os eventos depois de `after`, até o mais novo. O `id` de cada um serve de `after`.',
  'events.retrieve': 'Mostra o estado de cada entrega.',
  'events.attempts': 'Mostra a resposta do seu servidor a cada uma.',
  'events.resend': 'Envia agora, a todos os webhooks que o recebem ou a um.',
  'events.stream':
    'À medida que acontecem, sem fim. Sem `after`, a partir de agora. A primeira conexão é ' +
    'tentada como uma leitura; depois dela, reconecta sempre, a partir do último evento recebido.',
  'webhook_endpoints.create': 'Guarde o `secret`: ele não é mostrado de novo.',
  'webhook_endpoints.update': 'O que não é enviado fica como está.',
  'webhook_endpoints.pause': 'As entregas esperam até `resume`.',
  'webhook_endpoints.test': 'Envia o evento `webhook.test` ao endereço.',
  'webhook_endpoints.rotate': 'Por 24 horas as entregas são assinadas com os dois.',
  'charge_batches.create': 'Primeiro confere todas; elas são criadas em seguida.',
  'charge_batches.list': 'Uma página, os mais novos primeiro.',
  'charge_batches.items': 'Uma página, cada item com a cobrança ou a recusa.',
  'charge_batches.carne': 'Em PDF: até 300 cobranças do lote, a partir de `from`.',
  'subscriptions.list': 'Uma página, as mais novas primeiro.',
  'subscriptions.qr_image':
    'O código que o pagador lê, em `png` ou `svg`. A imagem nunca muda: guarde-a.',
  'subscriptions.pause': 'Nenhuma cobrança nova é criada até `resume`.',
  'subscriptions.resume': 'As cobranças voltam a partir do próximo ciclo.',
  'subscriptions.cancel': 'Cancela também as cobranças que ainda podem ser canceladas.',
  'subscriptions.create_cycle': 'Só para assinaturas com `min_amount`: a cobrança de um ciclo.',
  'subscriptions.cycles': 'Uma página, as mais novas primeiro.',
  'payment_links.list': 'Uma página, os mais novos primeiro.',
  'payment_links.update': 'Só o que é enviado muda. Cobranças que já existem ficam como estão.',
  'products.list': 'Uma página, os mais novos primeiro.',
  'products.update': 'Só o que é enviado muda. Cobranças que já existem ficam como estão.',
  'requests.stream':
    'À medida que são respondidas, a partir de agora, sem fim. Reconecta sozinho, a partir da ' +
    'última recebida.',
  'test.clocks.create': 'Com `bind_key`, a chave que chama passa a viver no tempo do relógio.',
  'test.clocks.advance': 'Espera até que tudo o que vencia tenha acontecido.',
  'test.clocks.delete': 'Encerra o que espera por ele.',
  'test.webhook_exams.create':
    'O endereço de um webhook seu, já; outro, depois de `start`, com o `secret`.',
  'test.webhook_exams.start': 'Chame-o quando o seu programa já tem o segredo.',
  'test.pay_charge': 'Paga o valor certo ou, com `scenario`, tarde, duas vezes, a menos…',
  'test.run_webhook_scenario': 'Envia-o de novo aos seus webhooks.',
  'test.fail_cycle': 'A que está aberta com este vencimento falha agora.',
};
