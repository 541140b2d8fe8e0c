// The words of people for what the gateway names otherwise: for the searches of guide and panel.

/** Fewer letters begin too many words. */
const LETTERS_MIN = 3;

/** Without accents and capitals. */
export const foldText = (text) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** Without accents, plural and capitals: "devolucao" finds "Devoluções". */
export const fold = (term) =>
  foldText(term)
    .replace(/[oa]es$/, 'ao')
    .replace(/(?<=\w{3})s$/, '');

/** Words that people type, and our words for them, both without accents and plural. */
const SYNONYMS = {
  assinante: 'pix automatico',
  assine: 'pix automatico',
  atraso: 'vencimento',
  boleto: 'vencimento',
  chargeback: 'contestacao',
  debito: 'pix',
  duplicado: 'idempotencia',
  estorno: 'devolucao',
  encargo: 'juros',
  fatura: 'cobranca',
  mensalidade: 'pix automatico',
  mora: 'juros',
  ngrok: 'pix listen',
  recorrencia: 'pix automatico',
  recorrente: 'pix automatico',
  reembolso: 'devolucao',
  repasse: 'split',
  retry: 'idempotencia',
  'segunda via': 'pagina pagamento',
  timeout: 'idempotencia',
  tunel: 'pix listen',
  withdraw: 'saque',
};

/** The text with our words instead of the typed ones that we don't use. */
export function inOwnWords(text) {
  const words = text.trim().split(/\s+/);
  const phrase = words.map(fold).join(' ');
  return SYNONYMS[phrase] ?? words.map((word) => SYNONYMS[fold(word)] ?? word).join(' ');
}

/** Our words for a word of people of which the first letters are typed. */
export function ownWordsFor(letters) {
  const typed = foldText(letters);
  if (typed.length < LETTERS_MIN) return [];
  const names = Object.keys(SYNONYMS).filter((name) => name.startsWith(typed));
  return [...names, fold(letters)].flatMap((name) => SYNONYMS[name] ?? []);
}
