import { type ErrorHelp, help } from './error-help.ts';

/** The errors of requests: format, credentials, limits, idempotency, and the service itself. */
export const requestErrors = {
  invalid_json: help(
    'after_change',
    'O corpo está vazio, não é UTF-8 ou não é JSON: falta uma aspa, sobra uma vírgula, ou os dados foram enviados como formulário.',
    'Gere o corpo com a função de JSON da sua linguagem (`JSON.stringify`, `json.dumps`, `json_encode`) em vez de montar o texto à mão.',
  ),
  invalid_request: help(
    'after_change',
    'Um campo falta, tem o tipo errado ou passa de um limite. `details` lista todos de uma vez, com o caminho de cada um: `payer.document`, `split.0.percentage`.',
    'Corrija cada campo de `details`. Valores são inteiros em centavos: `9990`, nunca `99.90`. A [referência](/docs) traz as regras de cada campo.',
  ),
  idempotency_key_invalid: help(
    'after_change',
    'O cabeçalho está vazio, tem menos de 8 ou mais de 128 caracteres, ou tem espaço, acento ou outro sinal.',
    'Use o número do pedido ou um UUID. Um prefixo ajuda a chegar a 8 caracteres: `pedido-42`.',
  ),
  idempotency_key_missing: help(
    'after_change',
    'Este gateway exige `Idempotency-Key` em toda criação, e a requisição veio sem ela.',
    'Envie uma chave por operação, a mesma nas repetições: veja [Idempotência](../idempotencia.md). Os SDKs criam a chave por você.',
  ),
  invalid_credentials: help(
    'after_change',
    'Falta `client-id` ou `client-secret`, a chave foi revogada ou trocada, o segredo é de outro par, ou é do outro ambiente. Por segurança a resposta não diz qual.',
    'Confira os dois cabeçalhos, sem espaços nem aspas a mais. Se o segredo se perdeu, gere uma nova chave no painel, em **Chaves de API**. Depois de 30 falhas em um minuto, o endereço recebe 429.',
  ),
  account_suspended: help(
    'never',
    'A plataforma suspendeu a conta. Chaves de teste e de produção são recusadas.',
    'Fale com o suporte da plataforma. Saques que ainda não saíram esperam a reativação.',
  ),
  account_not_approved: help(
    'never',
    'O cadastro ainda não foi aprovado, ou foi recusado.',
    'Envie os documentos em **Cadastro**, no painel, e acompanhe ali a situação.',
  ),
  address_not_allowed: help(
    'never',
    'A chave só pode ser usada dos endereços que você escolheu, e a requisição veio de outro.',
    'Confira por qual IP o seu servidor sai para a internet e altere a lista no painel: veja [Chaves com escopo](../chaves-com-escopo.md#endereços).',
  ),
  scope_missing: help(
    'never',
    'A chave não tem a permissão que a operação pede. `details` traz os escopos; quando há mais de um, basta um deles.',
    'Use outra chave, ou mude as permissões desta no painel: veja [Chaves com escopo](../chaves-com-escopo.md). Dê só o que o sistema precisa.',
  ),
  sandbox_forbidden: help(
    'never',
    'A conta de demonstração é de todos: ninguém muda as chaves, os webhooks, a equipe ou a senha dela, nem reenvia os seus eventos.',
    'Cadastre uma conta. As chaves de teste dela podem tudo, também sem dinheiro de verdade.',
  ),
  route_not_found: help(
    'never',
    'O caminho não existe: falta `/v1`, há uma barra a mais no fim, ou o nome está errado.',
    'Confira o caminho na [referência](/docs).',
  ),
  method_not_allowed: help(
    'never',
    'O caminho existe, mas com outro método. O cabeçalho `Allow` da resposta diz quais.',
    'Troque o método. Um redirecionamento de http para https transforma POST em GET em muitos clientes: use o endereço https direto.',
  ),
  payload_too_large: help(
    'after_change',
    'O corpo passa de 64 KiB, ou de 8 KiB na conta de demonstração.',
    'Envie só os campos da operação. Dados da sua loja ficam no seu banco: `external_id` liga os dois.',
  ),
  unsupported_media_type: help(
    'after_change',
    'O corpo veio sem `Content-Type`, ou com outro: formulário, texto, XML.',
    'Envie `Content-Type: application/json`. O `curl -d` sozinho envia formulário: acrescente o cabeçalho.',
  ),
  idempotency_key_reused: help(
    'never',
    'A mesma chave já criou outra coisa nas últimas 24 horas, com outro corpo ou em outra operação. `details` traz os nomes dos campos que mudaram.',
    'Se é uma operação nova, use uma chave nova. Se é uma repetição, envie o mesmo corpo da primeira vez: guarde-o junto com a chave.',
  ),
  idempotency_in_progress: help(
    'wait',
    'A primeira requisição com esta chave ainda não terminou: o banco está lento, ou o seu programa repetiu cedo demais.',
    'Espere `Retry-After` e repita com a mesma chave: a resposta será a da primeira.',
  ),
  rate_limited: help(
    'wait',
    'A chave passou do limite de requisições por minuto (100, ou o combinado). Nas conexões de eventos, há conexões demais abertas com a mesma chave.',
    'Espere `Retry-After`. `RateLimit-Remaining` avisa antes. Para saber de pagamentos, use [webhooks](../webhooks.md) ou [eventos](../eventos.md) em vez de consultar cada cobrança.',
  ),
  internal_error: help(
    'unknown',
    'Uma falha do gateway. O motivo está no log dele, com o `X-Request-Id` da resposta.',
    'Repita com a mesma chave. Se continuar, envie o `X-Request-Id` ao suporte.',
  ),
  provider_unavailable: help(
    'unknown',
    'O banco não respondeu, ou respondeu que está fora do ar. Ou nenhum banco está conectado a este gateway; nesse caso a mensagem diz isso, e repetir não ajuda.',
    'Repita com a mesma chave em pausas crescentes. Uma cobrança que o banco tenha registrado é encontrada, e não há segunda.',
  ),
  overloaded: help(
    'unknown',
    'O gateway está reiniciando, o banco de dados não responde, ou há requisições demais.',
    'Espere `Retry-After` e repita com a mesma chave. Se durar mais de um minuto, avise o operador.',
  ),
} as const satisfies Readonly<Record<string, ErrorHelp>>;
