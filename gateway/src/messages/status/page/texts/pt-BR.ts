import type { IncidentImpact, IncidentStage, StatusPart } from '../../incident.ts';
import type { PartState } from '../../status.ts';

/** The Portuguese texts of the status page. */
export const texts = {
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

export type StatusTexts = typeof texts;
