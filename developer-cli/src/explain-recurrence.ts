import {
  type CodeJourney,
  journeyOfCode,
  type PayablePart,
} from '../../gateway/src/ground/pix/automatic/code-journey.ts';
import { isRecurrenceLocation } from '../../gateway/src/ground/pix/br-code.ts';

/** The recurrence of Pix Automático that a code carries. */
export interface ExplainedRecurrence {
  /** Where the payer's app reads it: without scheme, as the code has it. */
  readonly location: string;
  readonly journey: CodeJourney;
  readonly meaning: string;
}

const MEANINGS: Readonly<Record<CodeJourney, string>> = {
  code: 'jornada 2: o pagador autoriza as cobranças recorrentes e não paga nada agora',
  code_and_first_payment:
    'jornada 3: com uma só confirmação o pagador paga esta cobrança e autoriza as próximas',
  offer: 'jornada 4: depois do pagamento o app oferece ao pagador autorizar as próximas cobranças',
};

/** Explains which journey of Pix Automático begins with a code. */
export function explainRecurrence(location: string, payable: PayablePart): ExplainedRecurrence {
  const journey = journeyOfCode(payable);
  return { location, journey, meaning: MEANINGS[journey] };
}

/** The faults of the template of Pix Automático; none for one that apps accept. */
export function recurrenceFaults(location: string | undefined): string[] {
  if (location === undefined) return ['o Pix Automático (campo 80) não tem endereço (25)'];
  if (isRecurrenceLocation(location)) return [];
  return ['o endereço da recorrência não é como banco.com.br/rec/123, sem https:// e com /rec/'];
}
