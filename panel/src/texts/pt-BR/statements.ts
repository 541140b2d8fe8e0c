export const texts = {
  description: 'Lançamentos da sua conta, com o saldo após cada um.',
  caption: 'Lançamentos, mais recentes primeiro',
  account: 'Conta',
  accounts: {
    available: 'Disponível',
    reserved: 'Reservado em saques e devoluções',
    blocked: 'Bloqueado',
    pending_settlement: 'A liquidar',
    debt: 'Dívida com a plataforma',
  },
  ofCharge: 'Só os lançamentos de uma cobrança.',
  allEntries: 'Ver todos',
  periodLabel: 'Período',
  period: (from: string, to: string) => (from === to ? `Dia ${from}` : `De ${from} a ${to}`),
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  date: 'Data',
  entry: 'Lançamento',
  amount: 'Valor',
  balance: 'Saldo',
  csv: 'Baixar CSV',
  ofx: 'Baixar OFX',
  empty: 'Nenhum lançamento neste período',
  emptyHint: 'Escolha outro período ou outra conta.',
  accounting: {
    hint:
      'Tudo o que entrou e saiu no período, uma linha por movimento, com o bruto e a tarifa ' +
      'separados. O saldo é o total da conta: disponível, reservado, bloqueado e a liquidar, ' +
      'menos a dívida.',
    files: {
      'closing.pdf': 'Fechamento (PDF)',
      'movements.xlsx': 'Planilha (XLSX)',
      'movements.csv': 'Movimentos (CSV)',
      'days.csv': 'Totais por dia (CSV)',
      'movements.ofx': 'Movimentos (OFX)',
    },
  },
};
