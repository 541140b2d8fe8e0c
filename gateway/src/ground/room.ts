import type { Room } from '#src/room.ts';
import { HOUR_SECONDS } from './durations.ts';
import { problem } from './errors/problem.ts';
import type { RoomCodes } from './room-codes.ts';

const problems = {
  invalid_json: problem(400, 'after_change', {
    pt: 'O corpo da requisição não é um JSON válido.',
    en: 'The body of the request is not valid JSON.',
    cause:
      'O corpo está vazio, não é UTF-8 ou não é JSON: falta uma aspa, sobra uma vírgula, ou os ' +
      'dados foram enviados como formulário.',
    remedy:
      'Gere o corpo com a função de JSON da sua linguagem (`JSON.stringify`, `json.dumps`, ' +
      '`json_encode`) em vez de montar o texto à mão.',
  }),
  invalid_request: problem(400, 'after_change', {
    pt: 'Há campos inválidos na requisição; veja cada um em details.',
    en: 'The request has invalid fields; see each one in details.',
    cause:
      'Um campo falta, tem o tipo errado ou passa de um limite. `details` lista todos de uma ' +
      'vez, com o caminho de cada um: `payer.document`, `split.0.percentage`.',
    remedy:
      'Corrija cada campo de `details`. Valores são inteiros em centavos: `9990`, nunca `99.90`. ' +
      'A [referência](/docs) traz as regras de cada campo.',
  }),
  idempotency_key_invalid: problem(400, 'after_change', {
    pt: 'O cabeçalho Idempotency-Key deve ter de 8 a 128 letras, dígitos, "_" ou "-".',
    en: 'The header Idempotency-Key must have 8 to 128 letters, digits, "_" or "-".',
    cause:
      'O cabeçalho está vazio, tem menos de 8 ou mais de 128 caracteres, ou tem espaço, acento ' +
      'ou outro sinal.',
    remedy:
      'Use o número do pedido ou um UUID. Um prefixo ajuda a chegar a 8 caracteres: `pedido-42`.',
  }),
  idempotency_key_missing: problem(400, 'after_change', {
    pt: 'O cabeçalho Idempotency-Key é obrigatório nesta rota.',
    en: 'The header Idempotency-Key is required on this route.',
    cause: 'Este gateway exige `Idempotency-Key` em toda criação, e a requisição veio sem ela.',
    remedy:
      'Envie uma chave por operação, a mesma nas repetições: veja ' +
      '[Idempotência](../idempotencia.md). Os SDKs criam a chave por você.',
  }),
  invalid_credentials: problem(401, 'after_change', {
    pt: 'Os cabeçalhos client-id e client-secret estão ausentes ou são inválidos.',
    en: 'The headers client-id and client-secret are missing or invalid.',
    cause:
      'Falta `client-id` ou `client-secret`, a chave foi revogada ou trocada, o segredo é de ' +
      'outro par, ou é do outro ambiente. Por segurança a resposta não diz qual.',
    remedy:
      'Confira os dois cabeçalhos, sem espaços nem aspas a mais. Se o segredo se perdeu, gere ' +
      'uma nova chave no painel, em **Chaves de API**. Depois de 30 falhas em um minuto, o ' +
      'endereço recebe 429.',
  }),
  account_suspended: problem(403, 'never', {
    pt: 'A conta está suspensa. Fale com o suporte.',
    en: 'The account is suspended. Contact support.',
    cause: 'A plataforma suspendeu a conta. Chaves de teste e de produção são recusadas.',
    remedy: 'Fale com o suporte da plataforma. Saques que ainda não saíram esperam a reativação.',
  }),
  account_not_approved: problem(403, 'never', {
    pt: 'A conta ainda não foi aprovada na verificação de cadastro (KYC).',
    en: 'The account has not been approved yet (KYC).',
    cause: 'O cadastro ainda não foi aprovado, ou foi recusado.',
    remedy: 'Envie os documentos em **Cadastro**, no painel, e acompanhe ali a situação.',
  }),
  address_not_allowed: problem(403, 'never', {
    pt: 'Esta chave não pode ser usada a partir deste endereço de rede.',
    en: 'This key can’t be used from this network address.',
    cause:
      'A chave só pode ser usada dos endereços que você escolheu, e a requisição veio de outro.',
    remedy:
      'Confira por qual IP o seu servidor sai para a internet e altere a lista no painel: veja ' +
      '[Chaves com escopo](../chaves-com-escopo.md#endereços).',
  }),
  scope_missing: problem(403, 'never', {
    pt: (facts) => `A chave não tem o escopo necessário: ${facts.scopes?.join(' ou ') ?? ''}.`,
    en: (facts) => `The key lacks the scope: ${facts.scopes?.join(' or ') ?? ''}.`,
    example: { scopes: ['payouts:write'] },
    cause:
      'A chave não tem a permissão que a operação pede. `details` traz os escopos; quando há ' +
      'mais de um, basta um deles.',
    remedy:
      'Use outra chave, ou mude as permissões desta no painel: veja [Chaves com ' +
      'escopo](../chaves-com-escopo.md). Dê só o que o sistema precisa.',
  }),
  sandbox_forbidden: problem(403, 'never', {
    pt: 'Operação não permitida na conta de demonstração (sandbox).',
    en: 'The demo account (sandbox) can’t do this operation.',
    cause:
      'A conta de demonstração é de todos: ninguém muda as chaves, os webhooks, a equipe ou a ' +
      'senha dela, nem reenvia os seus eventos.',
    remedy:
      'Cadastre uma conta. As chaves de teste dela podem tudo, também sem dinheiro de verdade.',
  }),
  route_not_found: problem(404, 'never', {
    pt: 'Rota não encontrada.',
    en: 'Route not found.',
    cause: 'O caminho não existe: falta `/v1`, há uma barra a mais no fim, ou o nome está errado.',
    remedy: 'Confira o caminho na [referência](/docs).',
  }),
  method_not_allowed: problem(405, 'never', {
    pt: (facts) => `Método não permitido nesta rota. Use: ${facts.allow ?? ''}.`,
    en: (facts) => `Method not allowed on this route. Use: ${facts.allow ?? ''}.`,
    example: { allow: 'GET, HEAD' },
    cause: 'O caminho existe, mas com outro método. O cabeçalho `Allow` da resposta diz quais.',
    remedy:
      'Troque o método. Um redirecionamento de http para https transforma POST em GET em muitos ' +
      'clientes: use o endereço https direto.',
  }),
  payload_too_large: problem(413, 'after_change', {
    pt: 'O corpo da requisição tem mais de 64 KiB (na conta de demonstração, 8 KiB).',
    en: 'The body of the request has more than 64 KiB (8 KiB for the demo account).',
    cause: 'O corpo passa de 64 KiB, ou de 8 KiB na conta de demonstração.',
    remedy:
      'Envie só os campos da operação. Dados da sua loja ficam no seu banco: `external_id` liga ' +
      'os dois.',
  }),
  unsupported_media_type: problem(415, 'after_change', {
    pt: 'O corpo deve ser enviado com Content-Type: application/json.',
    en: 'The body must be sent with Content-Type: application/json.',
    cause: 'O corpo veio sem `Content-Type`, ou com outro: formulário, texto, XML.',
    remedy:
      'Envie `Content-Type: application/json`. O `curl -d` sozinho envia formulário: acrescente ' +
      'o cabeçalho.',
  }),
  idempotency_key_reused: problem(409, 'never', {
    pt: 'Esta Idempotency-Key já foi usada em outra operação ou com outro corpo.',
    en: 'This Idempotency-Key was already used in another operation or with another body.',
    cause:
      'A mesma chave já criou outra coisa nas últimas 24 horas, com outro corpo ou em outra ' +
      'operação. `details` traz os nomes dos campos que mudaram.',
    remedy:
      'Se é uma operação nova, use uma chave nova. Se é uma repetição, envie o mesmo corpo da ' +
      'primeira vez: guarde-o junto com a chave.',
  }),
  idempotency_in_progress: problem(409, 'wait', {
    pt: 'A primeira requisição com esta Idempotency-Key ainda está em andamento.',
    en: 'The first request with this Idempotency-Key is still running.',
    cause:
      'A primeira requisição com esta chave ainda não terminou: o banco está lento, ou o seu ' +
      'programa repetiu cedo demais.',
    remedy: 'Espere `Retry-After` e repita com a mesma chave: a resposta será a da primeira.',
  }),
  rate_limited: problem(429, 'wait', {
    pt: (facts) =>
      `Limite de requisições excedido. Tente novamente em ${facts.retryAfterSeconds ?? 1} s.`,
    en: (facts) => `Too many requests. Try again in ${facts.retryAfterSeconds ?? 1} s.`,
    example: { retryAfterSeconds: 12 },
    cause:
      'A chave passou do limite de requisições por minuto (100, ou o combinado). Nas conexões de ' +
      'eventos, há conexões demais abertas com a mesma chave.',
    remedy:
      'Espere `Retry-After`. `RateLimit-Remaining` avisa antes. Para saber de pagamentos, use ' +
      '[webhooks](../webhooks.md) ou [eventos](../eventos.md) em vez de consultar cada cobrança.',
  }),
  internal_error: problem(500, 'unknown', {
    pt: 'Erro interno. Se persistir, informe ao suporte o X-Request-Id desta resposta.',
    en: 'Internal error. If it persists, tell support the X-Request-Id of this answer.',
    cause: 'Uma falha do gateway. O motivo está no log dele, com o `X-Request-Id` da resposta.',
    remedy: 'Repita com a mesma chave. Se continuar, envie o `X-Request-Id` ao suporte.',
  }),
  overloaded: problem(503, 'unknown', {
    pt: 'O serviço está sobrecarregado ou reiniciando. Tente novamente em instantes.',
    en: 'The service is overloaded or restarting. Try again in a moment.',
    cause: 'O gateway está reiniciando, o banco de dados não responde, ou há requisições demais.',
    remedy:
      'Espere `Retry-After` e repita com a mesma chave. Se durar mais de um minuto, avise o ' +
      'operador.',
  }),
  transaction_not_found: problem(404, 'never', {
    pt: 'Transação não encontrada.',
    en: 'Transaction not found.',
    cause:
      'Não há transação com este identificador na sua conta e no ambiente da chave. Uma cobrança ' +
      'de teste não existe para a chave de produção.',
    remedy:
      'Use o `internal_id` da resposta da criação, com a chave do mesmo ambiente. Com o seu ' +
      'próprio número, procure com `GET /v1/transactions?external_id=…`.',
  }),
  not_logged_in: problem(401, 'after_change', {
    pt: 'Entre no painel para continuar.',
    en: 'Log in to the panel to continue.',
    cause: 'A sessão terminou ou foi encerrada em outro lugar.',
    remedy: 'Entre no painel.',
  }),
  not_permitted: problem(403, 'never', {
    pt: 'Sua conta não tem acesso a esta parte do painel.',
    en: 'Your account has no access to this part of the panel.',
    cause: 'A conta é de lojista e a página é do operador, ou o contrário.',
    remedy: 'Entre com a conta certa.',
  }),
  role_missing: problem(403, 'never', {
    pt: ({ roles = [] }) =>
      roles.length === 0
        ? 'Nenhum papel permite esta operação no painel.'
        : `Seu papel não permite esta operação. Quem pode: ${roles.join(', ')}.`,
    en: ({ roles = [] }) =>
      roles.length === 0
        ? 'No role may do this operation in the panel.'
        : `Your role may not do this operation. Who may: ${roles.join(', ')}.`,
    example: { roles: [{ 'pt-BR': 'Proprietário', en: 'Owner' }] },
    cause: 'O seu papel na equipe não permite a operação; a mensagem diz quem pode.',
    remedy: 'Peça a um proprietário: veja [Equipe](../equipe.md).',
  }),
  merchant_switched: problem(409, 'after_change', {
    pt: 'Esta página é de outra loja: a loja foi trocada em outra aba. Recarregue a página.',
    en: 'This page is of another shop: the shop was switched in another tab. Reload the page.',
    cause: 'A sessão agora é de outra loja da mesma pessoa. Nada foi feito em nenhuma das duas.',
    remedy: 'Recarregue a página, ou volte para a loja dela em **Trocar de loja**.',
  }),
  foreign_page: problem(403, 'never', {
    pt: 'A requisição não veio de uma página deste painel.',
    en: 'The request did not come from a page of this panel.',
    cause:
      'A mudança não veio de uma página deste painel: um proxy mudou o endereço, ou outro site ' +
      'tentou usar a sua sessão.',
    remedy: 'Abra o painel pelo endereço dele. Operador: confira `BASE_URL` e `APP_URL`.',
  }),
  second_factor_required: problem(403, 'after_change', {
    pt: 'Ative a verificação em duas etapas para fazer esta operação.',
    en: 'Turn on two-step verification to do this operation.',
    cause: 'A operação pede a verificação em duas etapas, e a sua conta não a tem.',
    remedy: 'Ative-a em **Minha conta**.',
  }),
  second_factor_replaced: problem(403, 'after_change', {
    pt: ({ retryAfterSeconds = 0 }) =>
      'Sua verificação em duas etapas foi trocada. Por segurança, operações de produção só são ' +
      `aceitas 24 horas depois da troca: faltam ${Math.ceil(retryAfterSeconds / HOUR_SECONDS)} h.`,
    en: ({ retryAfterSeconds = 0 }) =>
      'Your two-step verification was replaced. For your safety, operations in production are ' +
      `only accepted 24 hours after that: ${Math.ceil(retryAfterSeconds / HOUR_SECONDS)} h left.`,
    example: { retryAfterSeconds: 24 * HOUR_SECONDS },
    cause:
      'A verificação em duas etapas da sua conta foi desativada e ativada de novo há menos de 24 ' +
      'horas.',
    remedy:
      'Espere o prazo que a mensagem diz. Outra pessoa da equipe pode operar enquanto isso. Se a ' +
      'troca não foi sua, crie uma nova senha agora.',
  }),
  second_factor_invalid: problem(422, 'after_change', {
    pt: 'Código de verificação incorreto ou já usado. Digite o próximo que o aplicativo mostrar.',
    en: 'Wrong or already used verification code. Enter the next one that the app shows.',
    cause:
      'O código está errado, já foi usado, ou o relógio do celular está adiantado ou atrasado.',
    remedy: 'Espere o próximo código. Deixe o celular com a hora automática.',
  }),
  work_not_droppable: problem(409, 'never', {
    pt: 'Este pedido ao banco não pode ser descartado: não se sabe o que o banco fez.',
    en: 'This request to the bank can’t be dropped: what the bank did is not known.',
    cause: 'O registro, a alteração ou o cancelamento de uma cobrança espera a resposta do banco.',
    remedy: 'Use **Tentar agora** depois de corrigir o erro mostrado em **Saúde**.',
  }),
  mail_not_found: problem(404, 'never', {
    pt: 'Mensagem não encontrada.',
    en: 'Message not found.',
    cause: 'A mensagem já foi apagada.',
    remedy: 'Peça ao usuário que solicite outra.',
  }),
  bucket_move_refused: problem(409, 'after_change', {
    pt: (facts) => `O cluster recusou mover o bucket: ${facts.reason ?? 'sem motivo informado'}`,
    en: (facts) => `The cluster refused to move the bucket: ${facts.reason ?? 'no reason'}`,
    example: { reason: '…' },
    cause: 'O cluster recusou mover o bucket; a mensagem traz o motivo.',
    remedy: 'Confira os nós do cluster e repita.',
  }),
};

const codes = {
  problems,
  auditActions: ['mail.read', 'mail.sent_again'],
  workKinds: {},
} as const satisfies RoomCodes;

/** What all rooms share. It only gives functions to other rooms. */
export const groundRoom: Room<typeof codes> = { name: 'ground', codes };
