/** The `splits` of a subscription are those of a charge. */
export { SplitField } from './charge-split-schemas.ts';
