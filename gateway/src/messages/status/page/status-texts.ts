import type { Language } from '#src/ground/http/language.ts';
import type { IncidentImpact, IncidentStage, StatusPart } from '../incident.ts';
import type { PartState } from '../status.ts';

/** The Portuguese texts of the status page. */
const pt = {
  title: 'Situação dos serviços',
  overall: {
    unknown: 'Sem medição agora',
    operational: 'Tudo funcionando',
    degraded: 'Funcionando com lentidão ou falhas',
    down: 'Há um serviço fora do ar',
  } satisfies Record<PartState, string>,
  openOverall: 'Há um incidente em andamento',
  measuredAt: (time: string) => `Medido em ${time} (horário de Brasília).`,
  reload: 'Medir de novo',
  parts: 'Serviços',
  partNames: {
    api: 'API',
    payments: 'Recebimentos',
    payouts: 'Saques e devoluções',
    webhooks: 'Webhooks',
  } satisfies Record<StatusPart, string>,
  states: {
    unknown: 'Não medido',
    operational: 'Funcionando',
    degraded: 'Com lentidão ou falhas',
    down: 'Fora do ar',
  } satisfies Record<PartState, string>,
  stopped: 'Pausados',
  databaseDown: 'O banco de dados da plataforma não responde.',
  apiFailed: (percent: string) =>
    `${percent} das requisições dos últimos 5 minutos falharam por erro da plataforma.`,
  apiFine: 'Nenhuma requisição dos últimos 5 minutos falhou por erro da plataforma.',
  apiQuiet: 'A API responde. Houve poucas requisições nos últimos 5 minutos.',
  payments: (time: string) => `Conferidos com o banco até ${time} atrás.`,
  payoutsStopped: 'Os saques pedidos agora ficam na fila e serão enviados quando voltarem.',
  payoutsLate: 'Alguns estão há mais de uma hora sem resposta do banco.',
  payoutsFine: 'O banco está respondendo às ordens enviadas.',
  webhooksFine: 'As entregas saem sem atraso.',
  webhooksLate: (time: string) => `A entrega mais antiga da fila espera há ${time}.`,
  webhooksStopped: 'As entregas esperam na fila. Nenhum aviso se perde.',
  seeIncident: 'Veja o incidente em andamento, no alto desta página.',
  noBank: 'A produção ainda não foi ligada nesta plataforma.',
  notMeasured: 'Esta medição não está disponível agora.',
  underMinute: 'menos de 1 minuto',
  minutes: (count: number) => (count === 1 ? '1 minuto' : `${count} minutos`),
  hours: (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
  openTitle: 'Incidentes em andamento',
  resolvedTitle: 'Incidentes encerrados',
  noneResolved: 'Nenhum incidente encerrado nos últimos 90 dias.',
  unknownIncidents: 'Não foi possível ler os incidentes agora.',
  impacts: {
    none: 'Sem impacto esperado',
    degraded: 'Com lentidão ou falhas',
    down: 'Fora do ar',
  } satisfies Record<IncidentImpact, string>,
  stages: {
    investigating: 'Investigando',
    identified: 'Causa encontrada',
    monitoring: 'Em observação',
    resolved: 'Resolvido',
  } satisfies Record<IncidentStage, string>,
  from: (opened: string) => `Início: ${opened}`,
  until: (resolved: string) => `Fim: ${resolved}`,
  support: 'Falar com o suporte',
  tooOften: 'Muitas visitas',
  tooOftenExplained: 'Aguarde um minuto e tente de novo.',
  away: 'Voltamos em instantes',
  awayExplained: 'Não foi possível medir agora. Tente de novo em alguns segundos.',
};

export type StatusTexts = typeof pt;

/** The English texts of the status page. */
const en: StatusTexts = {
  title: 'Service status',
  overall: {
    unknown: 'Not measured now',
    operational: 'Everything works',
    degraded: 'Working slowly or with failures',
    down: 'A service is down',
  },
  openOverall: 'An incident is in progress',
  measuredAt: (time) => `Measured on ${time} (Brasília time).`,
  reload: 'Measure again',
  parts: 'Services',
  partNames: {
    api: 'API',
    payments: 'Payments received',
    payouts: 'Payouts and refunds',
    webhooks: 'Webhooks',
  },
  states: {
    unknown: 'Not measured',
    operational: 'Working',
    degraded: 'Slow or failing',
    down: 'Down',
  },
  stopped: 'Paused',
  databaseDown: 'The platform’s database doesn’t answer.',
  apiFailed: (percent) =>
    `${percent} of the requests of the last 5 minutes failed because of the platform.`,
  apiFine: 'No request of the last 5 minutes failed because of the platform.',
  apiQuiet: 'The API answers. There were few requests in the last 5 minutes.',
  payments: (time) => `Checked with the bank up to ${time} ago.`,
  payoutsStopped: 'Payouts that are requested now wait in the queue and are sent afterwards.',
  payoutsLate: 'Some have had no answer of the bank for more than an hour.',
  payoutsFine: 'The bank answers the orders that are sent.',
  webhooksFine: 'Deliveries are sent without delay.',
  webhooksLate: (time) => `The oldest delivery in the queue has waited for ${time}.`,
  webhooksStopped: 'Deliveries wait in the queue. No event is lost.',
  seeIncident: 'See the incident in progress at the top of this page.',
  noBank: 'This platform has not started production yet.',
  notMeasured: 'This measurement is not available now.',
  underMinute: 'less than 1 minute',
  minutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count) => (count === 1 ? '1 hour' : `${count} hours`),
  openTitle: 'Incidents in progress',
  resolvedTitle: 'Past incidents',
  noneResolved: 'No incident has ended in the last 90 days.',
  unknownIncidents: 'The incidents could not be read now.',
  impacts: {
    none: 'No impact expected',
    degraded: 'Slow or failing',
    down: 'Down',
  },
  stages: {
    investigating: 'Investigating',
    identified: 'Cause found',
    monitoring: 'Monitoring',
    resolved: 'Resolved',
  },
  from: (opened) => `Start: ${opened}`,
  until: (resolved) => `End: ${resolved}`,
  support: 'Contact support',
  tooOften: 'Too many visits',
  tooOftenExplained: 'Wait a minute and try again.',
  away: 'Back in a moment',
  awayExplained: 'The status could not be measured now. Try again in some seconds.',
};

/** The texts of the status page in each language. */
export const statusTexts: Readonly<Record<Language, StatusTexts>> = { 'pt-BR': pt, en };
