import { type Static, Type } from 'typebox';
import { isoTime } from '#src/ground/clock.ts';
import { clockStatuses, STEP_DAYS_MAX } from '#src/ground/clocks/test-clock.ts';
import { instant, nullable, oneOf, optionalText, text } from '#src/ground/schemas/text-schemas.ts';
import type { ClockWithKeys } from './manage-clocks.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b75';
const DAY_SECONDS = 86_400;

export const TestClockAnswer = Type.Object(
  {
    id: text('Identificador do relógio.', EXAMPLE_ID),
    name: nullable(text('O nome que você deu.', 'assinatura mensal')),
    status: oneOf(clockStatuses, {
      description:
        'ready: tudo o que vencia até now aconteceu. advancing: está acontecendo. deleting: o ' +
        'que esperava está sendo encerrado.',
      examples: ['ready'],
    }),
    now: instant('A hora do relógio. Ela só muda quando você o avança.'),
    target: instant('Até onde vai o avanço em andamento; sem avanço, igual a now.'),
    started_at: instant('A hora com que o relógio começou.'),
    created_at: instant('Quando foi criado, pela hora real.'),
    deleted_after: instant('Quando é apagado, pela hora real, se ninguém o avançar até lá.'),
    client_ids: Type.Array(Type.String({ description: 'client-id.' }), {
      description: 'As chaves que vivem no tempo do relógio.',
      examples: [['svc_pk_test_AbCdEfGh']],
    }),
  },
  { title: 'TestClock', description: 'Um relógio do ambiente de teste da conta.' },
);

export const TestClocks = Type.Object(
  { data: Type.Array(TestClockAnswer, { description: 'Os mais antigos primeiro, até 20.' }) },
  { title: 'TestClocks', description: 'Os relógios da conta.' },
);

export const NewClockBody = Type.Object(
  {
    name: optionalText('reference', { description: 'Um nome para você.', examples: ['renovação'] }),
    now: optionalText('reference', {
      description: 'Com que hora o relógio começa: ISO 8601, agora ou depois. Sem o campo, agora.',
      examples: ['2026-12-24T12:00:00.000Z'],
    }),
    bind_key: Type.Optional(
      Type.Boolean({
        description: 'true: a chave que chama passa a viver no tempo do relógio.',
        examples: [true],
      }),
    ),
  },
  { title: 'TestClockRequest', description: 'O nome e a hora do começo.' },
);

export const AdvanceBody = Type.Object(
  {
    seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: STEP_DAYS_MAX * DAY_SECONDS,
        description: 'Quantos segundos o relógio avança.',
        examples: [86_400],
      }),
    ),
    to: optionalText('reference', {
      description: 'Até que hora o relógio avança: ISO 8601. Em lugar de seconds.',
      examples: ['2026-12-24T12:00:00.000Z'],
    }),
  },
  { title: 'TestClockAdvance', description: 'Um dos dois campos.' },
);

/** A clock as answers show it. */
export function clockView({ clock, keys }: ClockWithKeys): Static<typeof TestClockAnswer> {
  return {
    id: clock.id,
    name: clock.name,
    status: clock.status,
    now: isoTime(clock.now),
    target: isoTime(clock.target),
    started_at: isoTime(clock.startedAt),
    created_at: isoTime(clock.createdAt),
    deleted_after: isoTime(clock.deleteAfter),
    client_ids: [...keys],
  };
}
