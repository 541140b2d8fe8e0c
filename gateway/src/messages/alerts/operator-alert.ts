import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';

/** The causes of alerts, which operators see as metric, on the health page and by e-mail. */
export const ALERT_CAUSES = [
  'bank_balance_low',
  'ledger_rule_broken',
  'reconciliation_discrepancy',
  'unmatched_payment',
  'payouts_stuck',
  'charge_batches_waiting',
  'dispute_deadline',
  'collector_behind',
  'webhook_backlog',
  'backup_old',
  'log_archive_failing',
  'restoration_open',
] as const;
export type AlertCause = (typeof ALERT_CAUSES)[number];

/** An order without a result for this long is stuck. */
export const STUCK_AFTER_MS = HOUR_MS;
/** A dispute is due when its deadline is within this time. */
export const DEADLINE_WITHIN_MS = 24 * HOUR_MS;

/** The greatest age of a base backup, which is made each night. */
const BACKUP_AGE_MS_MAX = 26 * HOUR_MS;

interface AlertRule {
  readonly metric: string;
  readonly help: string;
  /** The alert is raised while the value is above this. */
  readonly above: number;
  /** The page of the panel on which the alert is solved. */
  readonly page: string;
  readonly subject: string;
  /** The fact, in Portuguese. */
  readonly fact: (value: number) => string;
}

/**
 * The one list of alerts. `docs/operating/prometheus-alerts.yml` has the same metrics and limits; a
 * test compares them.
 */
export const ALERT_RULES: Readonly<Record<AlertCause, AlertRule>> = {
  bank_balance_low: {
    metric: 'pix_gateway_bank_balance_shortfall_centavos',
    help: 'What the bank holds less than is owed to merchants, after the last reconciliation',
    above: 0,
    page: '/operador/livro',
    subject: 'O saldo no banco é menor do que o devido aos lojistas',
    fact: (value) => `Faltam ${inReais(value)} no banco para cobrir o que é devido aos lojistas.`,
  },
  ledger_rule_broken: {
    metric: 'pix_gateway_broken_ledger_rules',
    help: 'Rules of the ledger that the last verification found broken',
    above: 0,
    page: '/operador/livro',
    subject: 'Uma regra do livro-razão foi quebrada',
    fact: (value) => `Regras quebradas na última verificação do livro-razão: ${value}.`,
  },
  reconciliation_discrepancy: {
    metric: 'pix_gateway_reconciliation_discrepancies',
    help: 'Discrepancies in the last reports of the last 30 reconciled days',
    above: 0,
    page: '/operador/conciliacao',
    subject: 'Há divergências na conciliação com o banco',
    fact: (value) => `Divergências nos últimos 30 dias conciliados: ${value}.`,
  },
  unmatched_payment: {
    metric: 'pix_gateway_suspended_payments',
    help: 'Payments received that belong to no charge and wait for an operator (up to 1000)',
    above: 0,
    page: '/operador/recebimentos',
    subject: 'Há recebimentos a identificar',
    fact: (value) => `Recebimentos sem cobrança, que aguardam uma decisão: ${value}.`,
  },
  payouts_stuck: {
    metric: 'pix_gateway_stuck_orders',
    help: 'Live payouts and refunds without a result for more than an hour (up to 2000)',
    above: 0,
    page: '/operador/retidos',
    subject: 'Há saques ou devoluções sem resultado',
    fact: (value) => `Saques e devoluções há mais de uma hora sem resultado: ${value}.`,
  },
  charge_batches_waiting: {
    metric: 'pix_gateway_charge_batches_waiting_seconds',
    help: 'How long the live batch of charges that has waited longest waits for the bank',
    above: (10 * MINUTE_MS) / SECOND_MS,
    page: '/operador/saude',
    subject: 'Lotes de cobranças esperam pelo banco',
    fact: (value) => `O banco não registra cobranças de um lote há ${inMinutes(value)}.`,
  },
  dispute_deadline: {
    metric: 'pix_gateway_disputes_due',
    help: 'Disputes without a defence whose deadline is within 24 hours (up to 1000)',
    above: 0,
    page: '/operador/contestacoes',
    subject: 'O prazo de defesa de uma contestação está acabando',
    fact: (value) => `Contestações sem defesa, com prazo nas próximas 24 horas: ${value}.`,
  },
  collector_behind: {
    metric: 'pix_gateway_incoming_payments_behind_seconds',
    help: 'How long ago everything that the bank received was booked',
    above: HOUR_MS / SECOND_MS,
    page: '/operador/saude',
    subject: 'A leitura dos recebimentos no banco está atrasada',
    fact: (value) => `A lista de recebimentos do banco foi lida até ${inMinutes(value)} atrás.`,
  },
  webhook_backlog: {
    metric: 'pix_gateway_jobs_oldest_due_seconds',
    help: 'How long the oldest webhook delivery that is due has waited',
    above: (10 * MINUTE_MS) / SECOND_MS,
    page: '/operador/saude',
    subject: 'Os webhooks estão atrasados',
    fact: (value) => `A entrega de webhook mais antiga da fila espera há ${inMinutes(value)}.`,
  },
  backup_old: {
    metric: 'pix_gateway_backup_age_seconds',
    help: 'How long ago the newest base backup of the embedded database was complete',
    above: BACKUP_AGE_MS_MAX / SECOND_MS,
    page: '/operador/saude',
    subject: 'A cópia do banco de dados está velha',
    fact: (value) => `A última cópia de base do banco de dados foi feita há ${inMinutes(value)}.`,
  },
  log_archive_failing: {
    metric: 'pix_gateway_log_archive_failing_seconds',
    help: 'For how long the database has failed to archive its log; 0 while it does not fail',
    above: (10 * MINUTE_MS) / SECOND_MS,
    page: '/operador/saude',
    subject: 'O log do banco de dados não está sendo arquivado',
    fact: (value) => `O arquivamento do log do banco de dados falha há ${inMinutes(value)}.`,
  },
  restoration_open: {
    metric: 'pix_gateway_open_restorations',
    help: 'Restored backups that no operator has confirmed: payouts and webhooks wait',
    above: 0,
    page: '/operador/saude',
    subject: 'O banco de dados foi restaurado de uma cópia',
    fact: () => 'Saques e webhooks aguardam: confira os dias com o banco e confirme a restauração.',
  },
};

/** The page of the panel that says what happened and what an operator can do. */
export function alertPage(cause: AlertCause): string {
  return `/operador/alertas/${cause}`;
}

/** The page of the panel with the procedure, out of `docs/operating/alerts.md`. */
export function procedurePage(cause: AlertCause): string {
  return `/operador/manual/alerts#${cause}`;
}

/** The measured value of a cause. */
export interface AlertReading {
  readonly cause: AlertCause;
  readonly value: number;
  readonly isRaised: boolean;
}

/** Reads the value of each cause. Causes that can't occur, e.g. without a bank, are absent. */
export type AlertReaders = Readonly<Partial<Record<AlertCause, () => Promise<number>>>>;

function inReais(centavos: number): string {
  return new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(
    centavos / 100,
  );
}

function inMinutes(seconds: number): string {
  return `${Math.floor((seconds * SECOND_MS) / MINUTE_MS)} min`;
}
