import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  batch_not_found: problem(404, 'never', {
    pt: 'Lote de saques não encontrado. Um lote não confirmado é apagado depois de 24 horas.',
    en: 'Batch of payouts not found. A batch is deleted after 24 hours unconfirmed.',
    cause:
      'O lote é de outra conta ou de outro ambiente, ou não foi confirmado em 24 horas e foi ' +
      'apagado.',
    remedy: 'Envie o arquivo de novo em **Saques em lote**.',
  }),
  batch_has_errors: problem(422, 'after_change', {
    pt: 'O lote tem linhas com erro. Corrija o arquivo e envie-o de novo.',
    en: 'The batch has lines with errors. Correct the file and upload it again.',
    cause: 'Ao menos uma linha do arquivo não pode ser paga.',
    remedy:
      'A tabela do lote diz o erro de cada linha. Corrija as linhas na página do lote, ou ' +
      'corrija o arquivo e envie-o de novo.',
  }),
  batch_not_correctable: problem(409, 'never', {
    pt: 'Este lote não pode mais ser corrigido. Envie um arquivo novo.',
    en: 'This batch can no longer be corrected. Upload a new file.',
    cause:
      'O lote já foi confirmado, ou foi conferido por uma versão anterior, que não guardava o ' +
      'que o arquivo diz.',
    remedy: 'Abra o lote: se ele foi confirmado, nada falta fazer. Senão, envie o arquivo de novo.',
  }),
  batch_repeated: problem(409, 'after_change', {
    pt:
      'O arquivo ou alguns dos seus saques já foram feitos por outro lote. Veja os avisos e ' +
      'confirme de novo se quiser fazê-los mais uma vez.',
    en:
      'The file, or some of its payouts, were made by another batch. Look at the warnings, and ' +
      'confirm again to make them once more.',
    cause: 'Depois da conferência, o mesmo arquivo foi confirmado, ou saques iguais foram feitos.',
    remedy:
      'Nada foi criado. Abra o lote de novo e veja os avisos; se os saques não são repetidos, ' +
      'confirme.',
  }),
  batch_refused: problem(422, 'after_change', {
    pt: (facts) =>
      `Nenhum saque do lote foi criado: ${facts.reason ?? 'veja cada linha em details.'}`,
    en: (facts) =>
      `No payout of the batch was created: ${facts.reason ?? 'see each line in details.'}`,
    cause: 'Entre a conferência e a confirmação o saldo, os limites ou as referências mudaram.',
    remedy:
      'Nada foi criado. `details` diz as linhas recusadas; envie o arquivo de novo para ' +
      'conferi-lo.',
  }),
  batch_file_invalid: problem(422, 'after_change', {
    pt: (facts) => `Não foi possível ler o arquivo: ${facts.reason ?? 'não é um CSV'}.`,
    en: (facts) => `The file can’t be read: ${facts.reason ?? 'it is not a CSV file'}.`,
    cause: 'O arquivo não é um CSV nem uma planilha (.xlsx) com cabeçalho, ou falta uma coluna.',
    remedy: 'Baixe o modelo na página **Saques em lote** e compare os nomes das colunas.',
  }),
  batch_file_too_large: problem(413, 'after_change', {
    pt: 'O arquivo passa de 1.000 linhas ou de 256 KB. Divida-o em mais de um lote.',
    en: 'The file has more than 1,000 lines or 256 KB. Split it up.',
    cause: 'O arquivo tem mais de 1.000 linhas ou mais de 256 KB.',
    remedy: 'Divida-o em mais de um lote.',
  }),
  too_many_batches: problem(422, 'wait', {
    pt: 'Há 50 lotes sem confirmação. Confirme-os, ou espere 24 horas.',
    en: 'There are 50 unconfirmed batches. Confirm them, or wait 24 hours.',
    cause: 'Há 50 arquivos conferidos e não confirmados.',
    remedy: 'Confirme os que valem; os outros são apagados depois de 24 horas.',
  }),
};

const codes = {
  problems,
  auditActions: [
    'payout_batch.approved',
    'payout_batch.confirmed',
    'payout_batch.corrected',
    'payout_batch.rejected',
  ],
  workKinds: {},
} as const satisfies RoomCodes;

/** Batches of payouts. */
export const payoutBatchesRoom: Room<typeof codes> = {
  name: 'money-out/payouts/batches',
  codes,
  api: async () => (await import('./api.ts')).payoutBatchesApi,
  operations: async () => (await import('./batch-operations.ts')).batchOperations,
  work: async () => (await import('./work.ts')).startPayoutBatches,
  payoutOwners: async () => [(await import('./read-batches.ts')).batchOwner],
};
