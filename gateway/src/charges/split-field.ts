/** The `splits` of a subscription are those of a charge, and are refused with the same codes. */
export { SPLIT_CODES, SplitField } from './charge-split-schemas.ts';
