import { problem } from '#src/ground/errors/problem.ts';

/** The errors of batches of charges. */
export const chargeBatchProblems = {
  charge_batch_refused: problem(422, 'after_change', {
    pt: 'Nada foi criado: há cobranças recusadas. Veja cada uma em details.',
    en: 'Nothing was created: some charges are refused. See each one in details.',
    cause:
      'Ao menos uma cobrança do lote seria recusada. Cada item de `details` tem `index` (a ' +
      'posição em `charges`, a partir de 0), `code` (o código que a cobrança teria sozinha), ' +
      '`field` e `message`.',
    remedy:
      'Corrija as cobranças de `details` e envie o lote de novo. Ou envie `only_valid: true`: as ' +
      'cobranças sem erro são criadas, e as recusadas ficam nos itens do lote.',
  }),
  charge_batch_too_large: problem(413, 'after_change', {
    pt: 'O lote passa de 10.000 cobranças ou de 16 MB. Divida-o em mais de um.',
    en: 'The batch has more than 10,000 charges or 16 MB. Split it up.',
    cause: 'O lote tem mais de 10.000 cobranças, ou a requisição tem mais de 16 MB.',
    remedy: 'Divida as cobranças em mais de um lote.',
  }),
  charge_file_invalid: problem(422, 'after_change', {
    pt: (facts) => `Não foi possível ler o arquivo: ${facts.reason ?? 'não é um CSV'}.`,
    en: (facts) => `The file can’t be read: ${facts.reason ?? 'it is not a CSV file'}.`,
    cause: 'O arquivo não é um CSV nem uma planilha (.xlsx) com cabeçalho, ou falta uma coluna.',
    remedy: 'Baixe o modelo na página **Cobranças em lote** e compare os nomes das colunas.',
  }),
  charge_file_too_large: problem(413, 'after_change', {
    pt: 'O arquivo passa de 10.000 cobranças ou de 4 MB. Divida-o em mais de um lote.',
    en: 'The file has more than 10,000 charges or 4 MB. Split it up.',
    cause: 'O arquivo tem mais de 10.000 cobranças, contando as parcelas, ou mais de 4 MB.',
    remedy: 'Divida-o em mais de um lote.',
  }),
  charge_batch_not_found: problem(404, 'never', {
    pt: 'Lote de cobranças não encontrado. Um arquivo não confirmado é apagado depois de 24 horas.',
    en: 'Batch of charges not found. A file is deleted after 24 hours unconfirmed.',
    cause:
      'O lote é de outra conta ou do outro ambiente, o identificador está incompleto, ou o ' +
      'arquivo não foi confirmado em 24 horas e foi apagado.',
    remedy: 'Liste com `GET /v1/charges/batches`.',
  }),
  too_many_charge_batches: problem(422, 'wait', {
    pt: 'Há lotes demais em andamento ou sem confirmação. Espere um deles terminar.',
    en: 'Too many batches are under way or unconfirmed. Wait until one of them ends.',
    cause: 'O ambiente já tem 10 lotes em andamento, ou 20 arquivos sem confirmação no painel.',
    remedy:
      'Espere um lote terminar (`status: "completed"`) e envie de novo. No painel, confirme ou ' +
      'descarte os arquivos que esperam.',
  }),
  charge_batch_daily_limit: problem(422, 'wait', {
    pt: 'O lote passa do limite de linhas de 24 horas da sua conta; details diz quantas cabem.',
    en: 'The batch exceeds the lines of your account in 24 hours; details says how many are left.',
    cause:
      'As linhas dos lotes das últimas 24 horas, com as deste, passam do limite que o operador ' +
      'definiu. Arquivos sem confirmação também contam.',
    remedy:
      'Envie o resto mais tarde, descarte arquivos que não vai confirmar, ou peça ao operador um ' +
      'limite maior.',
  }),
  bank_unavailable_for_batch: problem(503, 'after_change', {
    pt: 'O banco não registrou a cobrança em 24 horas, e ela não foi criada.',
    en: 'The bank did not register the charge within 24 hours, so it was not created.',
    cause:
      'A linha de um lote espera pelo banco até 24 horas depois que o lote foi aceito. O banco ' +
      'ficou indisponível, ou não registrou a cobrança nesse tempo.',
    remedy: 'Nada foi registrado no banco para esta linha. Envie-a de novo, em outro lote.',
  }),
  charge_batch_has_errors: problem(422, 'after_change', {
    pt: 'O arquivo tem linhas com erro. Corrija-as, ou crie só as linhas sem erro.',
    en: 'The file has lines with errors. Correct them, or create only the lines without errors.',
    cause: 'Ao menos uma linha do arquivo seria recusada.',
    remedy: 'A página do lote diz o erro de cada linha e permite corrigir ali mesmo.',
  }),
  charge_batch_not_correctable: problem(409, 'never', {
    pt: 'Este lote já foi confirmado e não pode mais ser corrigido.',
    en: 'This batch has been confirmed and can no longer be corrected.',
    cause: 'O lote já foi confirmado: as cobranças foram ou serão criadas.',
    remedy: 'Abra o lote e veja as cobranças. Cancele as que não valem.',
  }),
  carne_not_ready: problem(409, 'wait', {
    pt: 'O carnê ainda não está pronto: as cobranças do lote estão sendo criadas.',
    en: 'The payment booklet isn’t ready: the charges of the batch are being created.',
    cause: 'O lote ainda está em andamento.',
    remedy: 'Espere `status: "completed"` e baixe de novo.',
  }),
  carne_empty: problem(404, 'never', {
    pt: 'Não há cobranças para imprimir neste trecho do lote.',
    en: 'There are no charges to print in this part of the batch.',
    cause: 'O lote não tem cobranças criadas, ou `from` passa da última.',
    remedy: 'Veja `created_count` do lote e use `from` até esse número.',
  }),
};
