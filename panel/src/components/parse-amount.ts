// The gateway's rules, so that a file and a form read the same text as the same amount.
export { parseAmount } from '../../../gateway/src/ground/money/parse-amount.ts';
