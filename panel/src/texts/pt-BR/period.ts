export const texts = {
  period: 'Período',
  periods: {
    today: 'Hoje',
    yesterday: 'Ontem',
    '7_days': '7 dias',
    '30_days': '30 dias',
    this_month: 'Este mês',
    last_month: 'Mês passado',
    '90_days': '90 dias',
    own: 'Outro período',
  },
  months: 'Meses',
  from: 'De',
  to: 'Até',
  allTime: 'Todo o período',
  wrongPeriod: (days: number) =>
    Number.isFinite(days)
      ? `Escolha até ${days} dias, terminando até hoje.`
      : 'O período termina até hoje e começa antes do fim.',
};
