import type { Problem } from './problem-facts.ts';

/** The refusals of saved beneficiaries and of batches of payouts. */
export const payoutProblems = {
  beneficiary_not_saved: {
    status: 403,
    message: 'A conta só faz saques para favorecidos salvos, e esta chave Pix não está salva.',
  },
  beneficiary_not_found: { status: 404, message: 'Favorecido não encontrado ou já removido.' },
  beneficiary_exists: { status: 409, message: 'Já existe um favorecido com esta chave Pix.' },
  too_many_beneficiaries: {
    status: 422,
    message: 'Cada ambiente aceita até 500 favorecidos. Remova um antes de salvar outro.',
  },
  batch_not_found: {
    status: 404,
    message: 'Lote de saques não encontrado. Um lote não confirmado é apagado depois de 24 horas.',
  },
  batch_has_errors: {
    status: 422,
    message: 'O lote tem linhas com erro. Corrija o arquivo e envie-o de novo.',
  },
  batch_repeated: {
    status: 409,
    message:
      'O arquivo ou alguns dos seus saques já foram feitos por outro lote. Veja os avisos e ' +
      'confirme de novo se quiser fazê-los mais uma vez.',
  },
  batch_refused: {
    status: 422,
    message: (facts) =>
      `Nenhum saque do lote foi criado: ${facts.reason ?? 'veja cada linha em details.'}`,
  },
  batch_file_invalid: {
    status: 422,
    message: (facts) => `Não foi possível ler o arquivo: ${facts.reason ?? 'não é um CSV'}.`,
  },
  batch_file_too_large: {
    status: 413,
    message: 'O arquivo passa de 1.000 linhas ou de 256 KB. Divida-o em mais de um lote.',
  },
  too_many_batches: {
    status: 422,
    message: 'Há 50 lotes sem confirmação. Confirme-os, ou espere 24 horas.',
  },
} as const satisfies Record<string, Problem>;
