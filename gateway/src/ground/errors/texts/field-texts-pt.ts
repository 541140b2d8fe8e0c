export type LimitName = 'payout' | 'day' | 'night' | 'beneficiary_payout' | 'beneficiary_day';

/** What can be wrong with a field, in Portuguese. `field-texts-en.ts` has the same names. */
export const fieldTexts = {
  required: 'é obrigatório',
  type: (types: readonly string[]) => `deve ser ${types.join(' ou ')}`,
  typeNames: {
    string: 'um texto',
    integer: 'um inteiro',
    number: 'um número',
    boolean: 'true ou false',
    object: 'um objeto',
    array: 'uma lista',
    null: 'null',
  } as Readonly<Record<string, string>>,
  minimum: (limit: unknown) => `deve ser no mínimo ${limit}`,
  maximum: (limit: unknown) => `deve ser no máximo ${limit}`,
  maxProperties: (limit: unknown) => `deve ter no máximo ${limit} campos`,
  oneOf: (values: string) => `deve ser um de: ${values}`,
  invalid: 'tem um valor inválido',
  visible: (min: number, max: number) =>
    min === 0
      ? `deve ter até ${max} caracteres, todos visíveis`
      : `deve ter de ${min} a ${max} caracteres, todos visíveis`,
  email: 'informe um e-mail válido',
  length: (min: number, max: number) => `deve ter de ${min} a ${max} caracteres`,
  secondFactorCode: 'informe os 6 dígitos do aplicativo autenticador',
  taxId: 'informe um CPF (11 dígitos) ou CNPJ (14 caracteres)',
  checkDigits: 'informe um CPF ou CNPJ válido: os dígitos verificadores não conferem',
  webAddress: (max: number) => `informe uma URL http(s) de até ${max} caracteres`,
  httpsAddress: 'informe um endereço https, sem usuário e senha',
  networkAddress: 'informe um endereço IP ou uma rede, como 203.0.113.7 ou 203.0.113.0/24',
  dayOrInstant: 'informe uma data (2026-11-20) ou um instante ISO 8601',
  lastDay: 'não pode ser antes do primeiro dia',
  pastPeriod: 'o período deve terminar depois de começar, e até hoje',
  longPeriod: (days: number) => `o período pode ter até ${days} dias`,
  chargeOfShare: 'deve ser o charge_id de uma parte',
  day: 'deve ser um dia, como 2026-11-20',
  cursor: 'deve ser o next_cursor de uma página',
  id: 'deve ser um id',
  eventKinds: (kinds: string) => `deve ser um destes, ou vários separados por vírgula: ${kinds}`,
  instant: 'deve ser um instante ISO 8601',
  onlyFreeAmount: 'só existe sem amount e sem product_id',
  onlyWithoutProduct: 'só existe sem product_id',
  maxBelowMin: 'deve ser pelo menos min_amount',
  soldAlready: (count: number) =>
    count === 1 ? 'já houve 1 pagamento' : `já houve ${count} pagamentos`,
  notWithAfter: 'não vale junto com after',
  instantWithZone: 'Informe um instante ISO 8601, com o fuso.',
  secondsOrTo: 'Informe seconds ou to, e não os dois.',
  outOfOrder: 'out_of_order precisa de dois eventos: use com o scenario late.',
  differsFromFirst: 'é diferente na primeira requisição com esta chave',
  list: 'deve ser uma lista',
  text: 'deve ser um texto',
  number: 'deve ser um número',
  percentageOrAmount: 'informe percentage ou amount',
  notBothShares: 'informe percentage ou amount, não os dois',
  shareAmount: (max: number | bigint) => `deve ser um inteiro em centavos, de 1 a ${max}`,
  maxItems: (limit: number) => `deve ter no máximo ${limit} itens`,
  firstDay: (day: string) => `não pode ser antes de ${day}`,
  notAfterDueDate: 'não pode ser depois de due_date',
  repeatedDay: 'já há um desconto até este dia',
  sameDiscountMode: 'deve ser o mesmo em todos os descontos',
  onlyOneDiscountPerDay: 'com desconto por dia de antecipação, envie um só desconto',
  onlyWithDueDate: 'só existe com due_date',
  notWithDueDate: 'não existe com due_date: a cobrança expira depois do último dia de pagamento',
  onlyWithLastDay: 'só existe em fixed_until e percent_until',
  splitPercentage: 'deve ir de 0,01 a 90, com no máximo duas casas decimais',
  limitExceeded: (name: LimitName, limit: string, left: string) => {
    const names = {
      payout: 'o limite por saque',
      day: 'o limite por dia',
      night: 'o limite por noite (20h às 6h)',
      beneficiary_payout: 'o limite por saque deste favorecido',
      beneficiary_day: 'o limite por dia deste favorecido',
    };
    return `${names[name]} é de ${limit} e restam ${left}`;
  },
  recipientWithoutBalance:
    'O saldo disponível de um lojista do split não cobre a sua parte da devolução. ' +
    'Com bear_all a origem devolve tudo.',
  originWithoutBalance: 'O saldo disponível não cobre a devolução.',
  notForFiles: 'só existe com format=json',
  missing: 'informe este dado',
  missingDocument: 'envie este documento',
  cpf: 'informe um CPF válido',
  cnpj: 'informe um CNPJ válido',
  postalCode: 'informe os 8 dígitos do CEP',
  state: 'informe a sigla de um estado brasileiro',
  adult: 'o responsável deve ter 18 anos ou mais',
  birthDate: 'informe uma data de nascimento válida',
};

export type FieldTexts = typeof fieldTexts;
