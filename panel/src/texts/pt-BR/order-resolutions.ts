export const texts = {
  title: 'Parados no banco',
  description:
    'Saques e devoluções enviados há mais tempo do que a quarentena e sem resposta do banco. O valor segue reservado. Consulte o banco antes de propor um resultado; outro operador aprova em Propostas.',
  caption: 'Saques e devoluções parados no banco, mais antigos primeiro',
  empty: 'Nada parado no banco',
  emptyHint: 'Todo saque e toda devolução enviados têm resposta.',
  sentAt: 'Enviado em',
  kind: 'Tipo',
  kinds: { payout: 'Saque', refund: 'Devolução' },
  known: 'O banco conhece a operação',
  unknown: 'O banco nunca mostrou a operação',
  merchant: 'Lojista',
  amount: 'Valor',
  decide: 'Ações',
  resolve: 'Propor resultado',
  resolveTitle: 'O que aconteceu no banco?',
  resolveHint:
    'Escreva no motivo quem no banco confirmou. Se o banco disser depois o contrário, a decisão é revertida.',
  result: 'Resultado',
  results: { paid: 'O banco pagou', not_paid: 'O banco não pagou' },
  consequences: {
    paid: {
      payout: 'O valor reservado sai da conta do lojista, e o saque termina pago.',
      refund: 'O valor reservado sai da conta do lojista, e a devolução termina feita.',
    },
    not_paid: {
      payout:
        'O valor volta ao saldo do lojista, que pode sacá-lo de novo. Se o banco pagou, o dinheiro sai duas vezes.',
      refund:
        'O valor volta ao saldo do lojista, que pode devolver de novo. Se o banco pagou, o dinheiro sai duas vezes.',
    },
  },
  payees: { payout: 'Favorecido', refund: 'Pagador que recebe de volta' },
  ids: { payout: 'Identificador do saque', refund: 'Identificador da devolução' },
  endToEndIds: { payout: 'EndToEndId', refund: 'EndToEndId do pagamento' },
  chargeId: 'Cobrança devolvida',
  pixKey: 'Chave Pix',
  bankId: { payout: 'EndToEndId do Pix', refund: 'rtrId da devolução' },
  proposed: 'Resultado proposto. Outro operador precisa aprovar.',

  reversedTitle: 'Revertidos pelo banco',
  reversedDescription:
    'Operações que dois operadores deram como pagas e que o banco não fez. O valor já voltou ao saldo.',
  reversedCaption: 'Operações revertidas pelo banco',
  reversedEmpty: 'Nenhuma operação revertida',
  reversedEmptyHint: 'Saques e devoluções que o banco desfez depois de confirmar aparecem aqui.',
  resolvedAt: 'Resolvida em',
  markSeen: 'Marcar como visto',
  seen: 'Marcado como visto.',
};
