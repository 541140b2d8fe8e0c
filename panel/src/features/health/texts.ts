import { formatCount, formatMoney } from '#panel/components/format.ts';
import type { Health } from './health-types.ts';

type Cause = Health['alerts'][number]['cause'];

const count = (value: number) => formatCount(value);
const minutes = (seconds: number) => `${formatCount(Math.floor(seconds / 60))} min`;

export const texts = {
  alerts: 'Alertas',
  alertOff: 'Em ordem',
  alertCauses: {
    bank_balance_low: 'Falta no banco para cobrir o devido',
    ledger_rule_broken: 'Regras do livro-razão quebradas',
    reconciliation_discrepancy: 'Divergências da conciliação (30 dias)',
    unmatched_payment: 'Recebimentos a identificar',
    payouts_stuck: 'Saques e devoluções sem resultado há mais de 1 h',
    dispute_deadline: 'Contestações com prazo em 24 h',
    collector_behind: 'Atraso na leitura dos recebimentos',
    webhook_backlog: 'Atraso na fila de webhooks',
  } satisfies Record<Cause, string>,
  alertValues: {
    bank_balance_low: formatMoney,
    ledger_rule_broken: count,
    reconciliation_discrepancy: count,
    unmatched_payment: count,
    payouts_stuck: count,
    dispute_deadline: count,
    collector_behind: minutes,
    webhook_backlog: minutes,
  } satisfies Record<Cause, (value: number) => string>,
  title: 'Saúde',
  description: 'Situação atual da fila de webhooks, das entregas e do banco de dados.',
  queue: 'Fila de webhooks',
  waiting: 'Na fila',
  running: 'Em andamento',
  oldestDue: 'Maior atraso',
  seconds: (seconds: string) => `${seconds} s`,
  noDelay: 'Sem atraso',
  workers: 'Processos ativos',
  noWorkers: 'Nenhum processo está executando a fila: webhooks e saques estão parados.',
  deliveries: 'Webhooks na última hora',
  delivered: 'Entregues',
  deliveriesWaiting: 'Aguardando envio',
  retrying: 'Aguardando nova tentativa',
  failed: 'Não entregues',
  failedLastDay: 'Não entregues em 24 h',
  failing: 'Webhooks com falha',
  failingHint:
    'Endereços ativos com entregas aguardando nova tentativa ou cuja última entrega falhou.',
  failingCaption: 'Webhooks com falha, os com mais falhas primeiro',
  noneFailing: 'Nenhum webhook com falha.',
  merchant: 'Lojista',
  url: 'Endereço',
  environment: 'Ambiente',
  environments: { live: 'Produção', test: 'Teste' },
  setAside: (total: string) => `Separados por falha: ${total}`,
  setAsideHint:
    'Pagamentos, saques e devoluções cujo registro falhou. Novas tentativas são automáticas; se a falha continuar, verifique o erro.',
  setAsideKinds: {
    charge: 'Cobrança',
    payout: 'Saque',
    refund: 'Devolução',
    incoming_payment: 'Recebimento',
    settlement: 'Liquidação',
  },
  setAsideFailures: (failures: string, error: string) => `${failures} falhas; ${error}`,
  database: 'Banco de dados',
  size: 'Tamanho',
  databaseVersion: 'PostgreSQL',
  connections: 'Conexões',
  host: 'Servidor em uso',
  hostMoves: 'Trocas de servidor',
  version: 'Versão do gateway',
};
