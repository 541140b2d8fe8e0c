/** The texts of an act on money before it, on its button and after it, by its effect. */
export const texts = {
  edit: 'Corrigir',
  /** The money moves now, or its order goes to the bank now. */
  acts: {
    payout: {
      hint: 'O Pix sai agora e não pode ser desfeito.',
      button: 'Enviar Pix',
      done: 'Saque enviado. Você verá aqui quando for concluído.',
    },
    batch: {
      hint: 'Os Pix saem agora e não podem ser desfeitos.',
      button: 'Confirmar lote',
      done: 'Lote confirmado. Os Pix estão sendo enviados.',
    },
    approval: {
      hint: 'O Pix sai agora e não pode ser desfeito.',
      button: 'Aprovar',
      done: 'Saque aprovado. O Pix foi enviado.',
    },
    batchApproval: {
      hint: 'Os Pix saem agora e não podem ser desfeitos.',
      button: 'Aprovar lote',
      done: 'Lote aprovado. Os Pix estão sendo enviados.',
    },
    refund: {
      hint: 'Uma devolução não pode ser desfeita, e a tarifa não é devolvida.',
      button: 'Devolver agora',
      done: 'Devolução solicitada. Você verá aqui quando for concluída.',
    },
    transfer: {
      hint: 'A transferência é imediata e não pode ser desfeita.',
      button: 'Transferir',
      done: 'Transferência concluída.',
    },
    adjustment: {
      hint: 'O valor sai da conta do operador ou entra nela. O que o saldo não cobre vira dívida. Acima do limite configurado, outro operador precisa aprovar.',
      button: 'Ajustar saldo',
      done: 'Saldo ajustado.',
    },
  },
  /** Nothing moves now. */
  waits: {
    awaiting_approval: {
      hint: () =>
        'Nada sai agora: outra pessoa da equipe precisa aprovar. O valor fica reservado e, sem decisão em 7 dias, volta ao saldo.',
      button: 'Pedir aprovação',
      done: () => 'Nada foi enviado ainda: aguarda a aprovação de outra pessoa da equipe.',
    },
    awaiting_server: {
      hint: () => 'Nada sai antes da resposta do seu servidor de aprovação.',
      button: 'Pedir aprovação',
      done: () => 'Nada foi enviado ainda: aguarda a resposta do seu servidor de aprovação.',
    },
    payouts_stopped: {
      hint: () =>
        'Os saques estão pausados: nada sai agora. O valor fica reservado até que os saques sejam retomados.',
      button: 'Deixar aguardando',
      done: () => 'Nada foi enviado ainda: aguarda a retomada dos saques.',
    },
    new_destination: {
      hint: (at: string) => `A chave Pix é nova: o Pix só sai em ${at}. Até lá dá para cancelar.`,
      button: 'Agendar Pix',
      done: (at: string) => `Nada foi enviado ainda: a chave Pix é nova, e o Pix sai em ${at}.`,
    },
    account_suspended: {
      hint: () => 'A conta está suspensa: nada sai agora.',
      button: 'Deixar aguardando',
      done: () => 'Nada foi enviado: fica retido enquanto a conta está suspensa.',
    },
    proposed: {
      hint: () => 'Outro operador precisa aprovar.',
      button: 'Propor',
      done: () => 'Ajuste proposto. Outro operador precisa aprovar.',
    },
    failed: {
      hint: () => '',
      button: '',
      done: () => 'O banco não fez o Pix, e o valor voltou ao saldo.',
    },
    unknown: {
      hint: () => 'Um Pix enviado não pode ser desfeito.',
      button: 'Confirmar',
      done: () => 'Pedido registrado. Veja a situação dele na lista.',
    },
  },
};
