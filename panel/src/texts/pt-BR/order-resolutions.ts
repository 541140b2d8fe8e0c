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
  results: { paid: 'Paga', not_paid: 'Não paga' },
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
