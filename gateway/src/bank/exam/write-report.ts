import {
  type Coping,
  type Deviation,
  EXAM_LEVELS,
  type ExamLevel,
  type ExamReport,
} from './exam.ts';

const COPING: Readonly<Record<Coping, string>> = {
  yes: 'o gateway aceita assim',
  profile: 'o gateway aceita com o perfil deste exame',
  no: 'o gateway não aceita: o resultado fica desconhecido e um operador precisa conferir',
};

/** The report in words, in Portuguese. */
export function writeReport(report: ExamReport): string {
  const { deviations, notes, skipped } = report;
  const sections = [
    `Exame da API Pix ${report.document} do banco "${report.bank}", ${report.examinedAt}`,
    ...(report.dialect === 'efi' ? ['Com as diferenças que a Efí documenta.'] : []),
    '',
    ...Object.entries(report.levels).map(([level, result]) => {
      const name = EXAM_LEVELS[level as ExamLevel];
      const verdict = result.deviations === 0 ? 'sem desvios' : countOf(result.deviations);
      return `${name}: ${result.steps} passos, ${result.expectations} regras, ${verdict}`;
    }),
    '',
    deviations.length === 0 ? 'Nenhum desvio do documento.' : `${countOf(deviations.length)}:`,
    ...deviations.flatMap(linesOf),
    ...(notes.length === 0 ? [] : ['', 'O documento deixa em aberto:', ...notes.flatMap(linesOf)]),
    ...(skipped.length === 0
      ? []
      : ['', 'Não examinado:', ...skipped.map(({ step, reason }) => `  ${step}: ${reason}`)]),
  ];
  return sections.join('\n');
}

function linesOf({ code, place, expected, found, status, answer, copes }: Deviation): string[] {
  return [
    `  ${code} (${place})`,
    `    o documento: ${expected}`,
    `    o banco:     ${found}`,
    `    resposta:    ${status} ${answer}`,
    `    ${COPING[copes]}`,
  ];
}

function countOf(deviations: number): string {
  return deviations === 1 ? '1 desvio' : `${deviations} desvios`;
}
