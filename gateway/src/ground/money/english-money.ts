import { centavos, centavosToDecimal } from './centavos.ts';

const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'BRL' });

/** An amount in English notation: `R$1,234.50`, `-R$0.01`. It is formatted without rounding. */
export function englishMoney(amount: bigint): string {
  const isDebit = amount < 0n;
  const decimal = centavosToDecimal(centavos(isDebit ? -amount : amount));
  const text = format.format(decimal as Intl.StringNumericLiteral);
  return isDebit ? `-${text}` : text;
}
