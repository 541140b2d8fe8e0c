/** Words that are refused in any part of a username: a merchant could imitate staff. */
const ROLE_WORDS = [
  'admin',
  'admins',
  'administrador',
  'administradora',
  'administrator',
  'adm',
  'atendimento',
  'bacen',
  'moderador',
  'operador',
  'operadora',
  'operator',
  'oficial',
  'official',
  'root',
  'security',
  'seguranca',
  'suporte',
  'support',
  'webmaster',
];
/** Words that are refused as a whole username, but allowed as a part of one. */
const PLATFORM_WORDS = [
  'ajuda',
  'api',
  'banco',
  'bancocentral',
  'contato',
  'docs',
  'equipe',
  'financeiro',
  'gateway',
  'help',
  'painel',
  'panel',
  'pix',
  'pixgateway',
  'plataforma',
  'platform',
  'sistema',
  'system',
];
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
};

/**
 * Whether a username looks like the platform's own: `admin`, `suporte-oficial`, `sup0rte`,
 * `a.d.m.i.n`, `admin2`.
 */
export function isReservedUsername(username: string): boolean {
  const parts = username.split(/[_.-]+/);
  const whole = parts.join('');
  const hasRoleWord = [...parts, whole].some((part) =>
    spellings(part).some((spelling) => roleWords.has(spelling)),
  );
  return hasRoleWord || spellings(whole).some((spelling) => platformWords.has(spelling));
}

/**
 * The word without digits at its end, the word, and the first with look-alike digits as letters.
 */
function spellings(word: string): string[] {
  const bare = word.replace(/(?<!\d)\d+$/, '');
  return [bare, word, bare.replace(/[01345]/g, (digit) => LOOKALIKES[digit] ?? digit)];
}

const roleWords = new Set(ROLE_WORDS);
const platformWords = new Set([...ROLE_WORDS, ...PLATFORM_WORDS]);
