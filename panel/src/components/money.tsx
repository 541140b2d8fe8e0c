import { Text, type TextProps } from '@mantine/core';
import { formatMoney } from './format.ts';

/** An amount in centavos. `isSigned` also shows a plus, and colours positive amounts. */
export function Money({
  centavos,
  isSigned = false,
  ...props
}: { centavos: number; isSigned?: boolean } & TextProps) {
  const sign = isSigned && centavos > 0 ? '+' : '';
  return (
    <Text component="span" inherit className="tabular" {...props} style={{ whiteSpace: 'nowrap' }}>
      {sign}
      {formatMoney(centavos)}
    </Text>
  );
}
