import { help } from './error-help.ts';

/** The errors of saved beneficiaries and of batches of payouts. */
export const payoutErrors = {
  beneficiary_not_saved: help(
    'never',
    'A conta só permite saques para favorecidos salvos, e a chave Pix do saque não está entre eles.',
    'Salve o favorecido no painel, em **Favorecidos**, e peça o saque de novo.',
  ),
  beneficiary_not_found: help(
    'never',
    'O favorecido foi removido, ou é de outra conta ou de outro ambiente.',
    'Atualize a lista em **Favorecidos**.',
  ),
  beneficiary_exists: help(
    'never',
    'A chave Pix já é de um favorecido salvo.',
    'Altere o favorecido que já existe, ou remova-o antes.',
  ),
  too_many_beneficiaries: help(
    'after_change',
    'O ambiente já tem 500 favorecidos salvos.',
    'Remova os que não usa mais.',
  ),
  batch_not_found: help(
    'never',
    'O lote é de outra conta ou de outro ambiente, ou não foi confirmado em 24 horas e foi apagado.',
    'Envie o arquivo de novo em **Saques em lote**.',
  ),
  batch_has_errors: help(
    'after_change',
    'Ao menos uma linha do arquivo não pode ser paga.',
    'A tabela do lote diz o erro de cada linha. Corrija o arquivo e envie-o de novo.',
  ),
  batch_repeated: help(
    'after_change',
    'Depois da conferência, o mesmo arquivo foi confirmado, ou saques iguais foram feitos.',
    'Nada foi criado. Abra o lote de novo e veja os avisos; se os saques não são repetidos, confirme.',
  ),
  batch_refused: help(
    'after_change',
    'Entre a conferência e a confirmação o saldo, os limites ou as referências mudaram.',
    'Nada foi criado. `details` diz as linhas recusadas; envie o arquivo de novo para conferi-lo.',
  ),
  batch_file_invalid: help(
    'after_change',
    'O arquivo não é um CSV com cabeçalho, ou falta uma coluna.',
    'Baixe o modelo na página **Saques em lote** e compare os nomes das colunas.',
  ),
  batch_file_too_large: help(
    'after_change',
    'O arquivo tem mais de 1.000 linhas ou mais de 256 KB.',
    'Divida-o em mais de um lote.',
  ),
  too_many_batches: help(
    'wait',
    'Há 50 arquivos conferidos e não confirmados.',
    'Confirme os que valem; os outros são apagados depois de 24 horas.',
  ),
};
