// The gateway's rules, so that a file and a form read the same text as the same amount.
export { parseAmount } from '../../../gateway/src/money/parse-amount.ts';
