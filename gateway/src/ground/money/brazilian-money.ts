import { centavos, centavosToDecimal } from './centavos.ts';

const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const NO_BREAK_SPACE = /\u00a0/g;

/**
 * An amount in Brazilian notation: `R$ 1.234,50`, `-R$ 0,01`. It is formatted from a decimal text,
 * so without rounding.
 */
export function brazilianMoney(amount: bigint): string {
  const isDebit = amount < 0n;
  const decimal = centavosToDecimal(centavos(isDebit ? -amount : amount));
  const text = format.format(decimal as Intl.StringNumericLiteral).replace(NO_BREAK_SPACE, ' ');
  return isDebit ? `-${text}` : text;
}
