import { type ErrorHelp, help } from './error-help.ts';

/** The errors of charges, splits, payouts, refunds, disputes, events and webhooks. */
export const moneyErrors = {
  payout_limit_exceeded: help(
    'after_change',
    'O saque passa do limite por saque, do dia ou da noite, seu ou da plataforma. `details` diz qual (`period`), o valor dele (`limit`) e quanto resta (`left`), em centavos.',
    'Saque até `left`, espere o próximo dia ou a manhã (6h de Brasília), ou mude o limite no painel: um aumento vale depois de 24 horas. Veja [Limites](../limites-e-aprovacao-de-saques.md).',
  ),
  export_too_large: help(
    'after_change',
    'Um arquivo para a contabilidade tem no máximo 500.000 movimentos, e o período pedido tem mais.',
    'Peça um período menor: um mês, uma semana ou um dia de cada vez. Os saldos encadeiam: o saldo inicial de um período é o final do anterior.',
  ),
  receipt_not_ready: help(
    'wait',
    'A cobrança não foi paga, o saque não foi concluído ou a devolução ainda não chegou a quem pagou: só há comprovante de dinheiro que se moveu.',
    'Espere o evento `deposit.paid`, `payout.paid` ou `deposit.refunded` e peça de novo. De uma devolução, use o identificador dela, e não o da cobrança.',
  ),
  transaction_not_found: help(
    'never',
    'Não há transação com este identificador na sua conta e no ambiente da chave. Uma cobrança de teste não existe para a chave de produção.',
    'Use o `internal_id` da resposta da criação, com a chave do mesmo ambiente. Com o seu próprio número, procure com `GET /v1/transactions?external_id=…`.',
  ),
  dispute_not_found: help(
    'never',
    'Não há contestação com este identificador na sua conta e no ambiente da chave.',
    'Liste com `GET /v1/disputes`. O identificador é o da contestação, não o da cobrança.',
  ),
  event_not_found: help(
    'never',
    'Não há evento com este identificador, ele é do outro ambiente, ou já foi apagado: eventos são guardados por 90 dias.',
    'Liste com `GET /v1/events`. O identificador é o `id` do corpo do webhook, não o `X-Service-Delivery`.',
  ),
  webhook_not_found: help(
    'never',
    'Não há webhook com este identificador na sua conta e no ambiente da chave, ou ele foi apagado.',
    'Liste com `GET /v1/webhook-endpoints`.',
  ),
  charge_not_payable: help(
    'never',
    'A cobrança já foi paga, expirou ou foi cancelada. Também acontece quando dois testes pagam a mesma cobrança.',
    'Consulte a cobrança e siga conforme `status`. Para outro teste, crie outra cobrança.',
  ),
  charge_already_paid: help(
    'never',
    'O pagamento chegou antes do cancelamento. O pagamento vale.',
    'Trate o pedido como pago; `deposit.paid` chega em instantes. Para desfazer, [devolva](../devolucoes.md).',
  ),
  charge_expired: help(
    'never',
    'O prazo da cobrança já terminou, e não há o que cancelar.',
    'Nada a fazer. Se o dinheiro chegar mesmo assim, a cobrança passa a `paid`.',
  ),
  refund_not_possible: help(
    'never',
    'A cobrança não foi paga, ou a transação é um saque.',
    'Confira o `status`. Uma cobrança pendente pode ser [cancelada](../primeira-cobranca.md#cancelar).',
  ),
  dispute_not_possible: help(
    'never',
    'Só um pagamento recebido pode ser contestado, e esta cobrança não foi paga.',
    'Pague antes a cobrança de teste: `POST /v1/test/charges/:internal_id/pay`.',
  ),
  dispute_closed: help(
    'never',
    'O banco já decidiu, ou a contestação foi cancelada.',
    'Consulte a contestação: `status` traz o resultado.',
  ),
  dispute_already_defended: help(
    'never',
    'Já há uma defesa, e cada contestação leva uma.',
    'Aguarde. Se o banco recusar a defesa (`failed`), a contestação volta a `open` e aceita outra.',
  ),
  external_id_reused: help(
    'never',
    'Já existe um saque com este `external_id` neste ambiente. Ele é único para sempre, para que uma repetição não pague duas vezes.',
    'É uma repetição? O primeiro saque vale: procure-o com `GET /v1/transactions?type=payout&external_id=…`. É outro saque? Use outro número.',
  ),
  event_has_no_webhook: help(
    'never',
    'Nenhum webhook da conta recebe este tipo de evento, ou o escolhido não o recebe.',
    'Crie um webhook, ou inclua o evento em um que existe, e reenvie.',
  ),
  cursor_expired: help(
    'after_change',
    'O evento de `after` (ou `Last-Event-ID`) já foi apagado: o seu programa ficou parado por mais tempo do que os eventos são guardados.',
    'Confira as transações do período com `GET /v1/transactions` e recomece sem `after`.',
  ),
  demo_cannot_split: help(
    'never',
    'A conta de demonstração não divide cobranças.',
    'Use a chave de teste da sua conta. `POST /v1/splits/preview` calcula sem criar nada.',
  ),
  invalid_split: help(
    'after_change',
    '`split` não é uma lista, ou uma entrada não tem `username` e exatamente um de `percentage` e `amount`.',
    'Veja o formato em [Splits](../splits.md). Uma lista vazia é o mesmo que nenhum split.',
  ),
  too_many_splits: help(
    'after_change',
    'A lista tem mais de 20 entradas.',
    'Junte partes, ou pague os demais por transferência ou saque depois do recebimento.',
  ),
  invalid_percentage: help(
    'after_change',
    'Um percentual é menor do que 0,01, maior do que 90, tem mais de duas casas ou veio como texto.',
    'Envie um número JSON: `10`, `5.55`.',
  ),
  duplicate_username: help(
    'after_change',
    'O mesmo lojista aparece duas vezes.',
    'Some as partes dele em uma entrada.',
  ),
  self_split: help(
    'after_change',
    'A lista traz a sua própria conta.',
    'Tire a sua entrada: o que resta depois da tarifa e das partes já fica com você.',
  ),
  sum_exceeds_90: help(
    'after_change',
    'Os percentuais somam mais de 90. A mensagem diz a soma.',
    'Diminua os percentuais. Partes fixas (`amount`) não entram na soma.',
  ),
  username_not_found: help(
    'after_change',
    'Um dos usernames não existe, não está ativo ou é a conta de demonstração. Por privacidade a resposta não diz qual.',
    'Peça o username a quem vai receber: está no painel, ao lado do nome.',
  ),
  split_exceeds_net: help(
    'after_change',
    'A tarifa e as partes passam do valor da cobrança.',
    'Diminua as partes ou aumente o valor. `POST /v1/splits/preview` mostra a conta inteira.',
  ),
  amount_too_small: help(
    'after_change',
    'O valor não passa da tarifa: não sobraria nada para você.',
    'Confira se o valor está em centavos: `9990` é R$ 99,90.',
  ),
  insufficient_balance: help(
    'after_change',
    '`available` não cobre o valor e a tarifa. O que está em `reserved`, `blocked` e `pending_settlement` não conta. Em uma devolução com split, pode faltar saldo a um dos outros lojistas.',
    'Consulte `GET /v1/balance`. Nada foi reservado. Em uma devolução, `bear_all` faz a sua conta pagar tudo.',
  ),
  balance_limit_reached: help(
    'never',
    'Uma conta passaria do maior saldo que o gateway guarda.',
    'Confira o valor: quase sempre há zeros a mais.',
  ),
  refund_exceeds_payment: help(
    'after_change',
    'O pedido, somado ao que já foi devolvido, passa do valor pago.',
    'Consulte `refunded_amount`. Sem `amount`, a devolução é de tudo o que resta.',
  ),
  payment_disputed: help(
    'wait',
    'O pagador contestou este pagamento no banco dele, e o valor espera a decisão. Devolver agora pagaria duas vezes.',
    'Acompanhe a [contestação](../contestacoes.md). O que não está contestado pode ser devolvido.',
  ),
  refund_too_late: help(
    'never',
    'Passaram os 90 dias em que um Pix pode ser devolvido.',
    'Combine com o pagador outro modo, como um saque para a chave Pix dele.',
  ),
  dispute_exceeds_payment: help(
    'after_change',
    'O valor é maior do que o pagamento ainda tem a contestar.',
    'Sem `amount`, a contestação de teste é de tudo o que resta.',
  ),
  dispute_defense_too_late: help(
    'never',
    'O prazo de `defense_due_at` terminou.',
    'Aguarde a decisão do banco. O webhook `dispute.opened` avisa na hora: assine-o.',
  ),
  invalid_pix_key: help(
    'after_change',
    'A chave não tem a forma do `pix_key_type`: dígito errado no CPF, telefone sem DDD, e-mail incompleto.',
    'Confira o tipo e a chave. Um CPF e um celular têm ambos 11 dígitos: o tipo nunca é deduzido.',
  ),
  webhook_url_invalid: help(
    'after_change',
    'O endereço não é uma URL http(s), é longo demais, ou aponta para uma rede privada. Em produção só https público é aceito.',
    'Para desenvolver em localhost não é preciso endereço público: leia [os eventos](../eventos.md#receber-na-hora-sem-endereço-público).',
  ),
  webhook_events_invalid: help(
    'after_change',
    '`events` está vazio ou traz um evento que não existe.',
    'Escolha da [lista de eventos](../webhooks.md), ou não envie `events` para receber todos.',
  ),
  too_many_webhooks: help(
    'never',
    'O ambiente já tem 20 webhooks.',
    'Apague os que não são usados. Um webhook pode receber todos os eventos.',
  ),
  provider_refused: help(
    'after_change',
    'O banco recusou a operação; a mensagem traz o motivo que ele deu.',
    'Corrija conforme o motivo. Se ele não bastar, o operador encontra a resposta inteira no log pelo `X-Request-Id`.',
  ),
} as const satisfies Readonly<Record<string, ErrorHelp>>;
