const LENGTH_MAX = 1_000;

/**
 * The text of a defence with the names of its files, at most 1000 characters, for a bank that takes
 * no files. Names that don't fit are counted; without room for the count the text stays as it is.
 */
export function withFileNames(text: string, names: readonly string[]): string {
  for (let shown = names.length; shown >= 0; shown -= 1) {
    const whole = `${text}\n\n${sentenceOf(names, shown)}`;
    if (names.length > 0 && whole.length <= LENGTH_MAX) return whole;
  }
  return text;
}

function sentenceOf(names: readonly string[], shown: number): string {
  const rest = names.length - shown;
  if (shown === 0) return `Temos ${names.length} ${rest === 1 ? 'arquivo' : 'arquivos'} de prova.`;
  const more = rest === 0 ? '' : ` e mais ${rest}`;
  return `Arquivos de prova que podemos enviar: ${names.slice(0, shown).join(', ')}${more}.`;
}
