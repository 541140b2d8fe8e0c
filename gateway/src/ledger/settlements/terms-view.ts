import { Type } from 'typebox';
import type { SettlementTerms } from './settlement-terms.ts';

export const SETTLEMENT_DAYS_MAX = 365;
export const RESERVE_BASIS_POINTS_MAX = 10_000;

/** The fields of settlement terms in requests and answers. */
export const TERMS_FIELDS = {
  delay_days: Type.Integer({
    minimum: 0,
    maximum: SETTLEMENT_DAYS_MAX,
    description: 'Dias do pagamento até a liquidação; 0: na hora.',
  }),
  business_days: Type.Boolean({ description: 'Se o prazo conta só dias úteis bancários.' }),
  reserve_basis_points: Type.Integer({
    minimum: 0,
    maximum: RESERVE_BASIS_POINTS_MAX,
    description: 'Parte de cada pagamento que fica em reserva, em pontos-base.',
  }),
  reserve_days: Type.Integer({
    minimum: 0,
    maximum: SETTLEMENT_DAYS_MAX,
    description: 'Dias corridos da reserva; 0: sem reserva.',
  }),
};

/** The settlement terms as answers show them. */
export function termsView(terms: SettlementTerms) {
  return {
    delay_days: terms.delayDays,
    business_days: terms.inBusinessDays,
    reserve_basis_points: terms.reserveBasisPoints,
    reserve_days: terms.reserveDays,
  };
}
