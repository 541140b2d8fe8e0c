import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_VERSION, EXAM_LEVELS, type ExamLevel } from '#src/bank/exam/exam.ts';
import { type BankProfile, parseBankProfile } from '#src/ground/config/bank-profile.ts';

const DOCS = join(import.meta.dirname, '../../docs');
export const BANK_PAGE = join(DOCS, 'bancos.md');
/** The profiles of examined banks, one file each. */
export const BANK_PROFILES = join(DOCS, 'bancos');

/** The page of examined banks, made of their profiles. */
export function bankPage(): string {
  const profiles = readdirSync(BANK_PROFILES)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => parseBankProfile(readFileSync(join(BANK_PROFILES, name), 'utf8')));
  return [HEAD, TABLE_HEAD, ...profiles.map(rowOf), '', ...profiles.flatMap(sectionOf)].join('\n');
}

const LEVELS = Object.entries(EXAM_LEVELS)
  .map(([level, name]) => `| \`${level}\` | ${name} |`)
  .join('\n');

const HEAD = `# Bancos examinados

Feita por \`npm run -s docs:banks\` a partir dos perfis em \`docs/bancos\`; um banco que não foi examinado não está aqui.
Nenhum banco real foi examinado até agora: as linhas abaixo são o simulador deste projeto e a API Pix do próprio gateway.

O exame compara a API Pix de um banco com o documento do Banco Central, versão ${DOCUMENT_VERSION}; a versão 2.10.0
não muda nenhuma regra do exame. Cada desvio tem um código, o lugar no documento, a resposta encurtada, sem segredos nem dados de
pessoas, e se o gateway o aceita.

\`pix exam-bank banco.env\` examina um banco de qualquer máquina; o arquivo tem as variáveis \`PROVIDER_…\` do
[gateway](operating/going-live.md#another-bank), uma por linha. No servidor do gateway, \`bank check --exam\` examina o banco configurado. Sem \`--levels\` o exame só lê:

| nível | o que é examinado |
|---|---|
${LEVELS}

\`charges\`, \`due\` e \`automatic\` criam cobranças de até R$ 1,00 e uma recorrência, e as cancelam. \`payments\` pede a quem está no
terminal que pague R$ 0,01, e \`automatic\` que autorize a recorrência; sem terminal nada é pago nem autorizado. \`refunds\` devolve esse centavo, que já foi pago. Sem \`--webhook-url\`,
\`webhook\` registra outra vez o endereço que já está no banco. Com \`--webhook-url\` e \`--listen\` o endereço é trocado durante o
exame e devolvido no fim: enquanto isso o gateway não recebe avisos e descobre os pagamentos pela leitura periódica. Se o exame for
interrompido à força, rode \`bank webhook register\`. Um banco que não diz que endereço está registrado fica como está.

\`--profile-out banco.json\` grava o perfil, e \`PROVIDER_PROFILE\` o dá ao gateway: os escopos que o token precisa pedir, os nomes dos
erros e as operações que o banco não tem. O exame só dá por ausentes as operações cuja lista e cuja criação respondem 404, 405 ou
501; para isso, examine também os níveis \`due\` e \`automatic\`. Ordem das listas e formas dos avisos o gateway aceita sem perfil. Para pôr um banco nesta
página, guarde o perfil em \`docs/bancos\`.
`;

const TABLE_HEAD = `| banco | dia | documento | níveis | desvios | não aceitos |
|---|---|---|---|---|---|`;

function rowOf({ bank, examinedOn, document, levels, deviations }: BankProfile): string {
  const names = levels.map((level) => EXAM_LEVELS[level as ExamLevel] ?? level);
  const all = Object.values(deviations);
  const refused = all.filter((copes) => copes === 'no').length;
  const cells = [bank, examinedOn, document, names.join(', '), all.length, refused];
  return `| ${cells.join(' | ')} |`;
}

const COPING: Readonly<Record<string, string>> = {
  yes: 'aceito',
  profile: 'aceito com o perfil',
  no: 'não aceito',
};

/** What is known of a bank besides the row of the table; nothing for one without differences. */
function sectionOf({ bank, deviations, missing, listOrder, callbackBody }: BankProfile): string[] {
  const facts = [
    ...Object.entries(deviations).map(([code, copes]) => `\`${code}\`: ${COPING[copes] ?? copes}`),
    ...(missing.length > 0 ? [`não tem: ${missing.join(', ')}`] : []),
    ...(listOrder === 'newest_first' ? ['lista o mais novo primeiro'] : []),
    ...(callbackBody === 'array' ? ['avisa com uma lista sem `pix`'] : []),
    ...(callbackBody === 'single' ? ['avisa um pagamento por vez, sem lista'] : []),
  ];
  return facts.length === 0 ? [] : [`## ${bank}`, '', ...facts.map((fact) => `- ${fact}`), ''];
}

if (import.meta.main) writeFileSync(BANK_PAGE, bankPage());
