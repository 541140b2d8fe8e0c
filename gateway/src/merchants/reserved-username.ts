/** Words by which a merchant could pass for the platform, as any part of a username. */
const OFFICES = [
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
/** Words that are no username as a whole, but may be part of one. */
const PLATFORM = [
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
 * Whether a username could be taken for the platform's own: `admin`, `suporte-oficial`, `sup0rte`,
 * `a.d.m.i.n`, `admin2`.
 */
export function isReservedUsername(username: string): boolean {
  const parts = username.split(/[_.-]+/);
  const whole = parts.join('');
  const isOffice = [...parts, whole].some((part) =>
    spellings(part).some((one) => offices.has(one)),
  );
  return isOffice || spellings(whole).some((one) => platform.has(one));
}

/** A word as it is and with look-alike digits read as letters, without digits at its end. */
function spellings(word: string): string[] {
  const bare = word.replace(/\d+$/, '');
  return [bare, word, bare.replace(/[01345]/g, (digit) => LOOKALIKES[digit] ?? digit)];
}

const offices = new Set(OFFICES);
const platform = new Set([...OFFICES, ...PLATFORM]);
