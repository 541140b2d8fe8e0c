import type { BankProfile } from '#src/ground/config/bank-profile.ts';
import { OPTIONAL_RESOURCES } from '#src/ground/config/bank-profile.ts';
import type { ExamReport } from './exam.ts';

/** The profile that an exam found, for PROVIDER_PROFILE. */
export function writeProfile({
  bank,
  dialect,
  document,
  examinedAt,
  levels,
  deviations,
  profile,
}: ExamReport): BankProfile {
  return {
    bank,
    examinedOn: examinedAt.slice(0, 10),
    document,
    dialect,
    levels: Object.keys(levels),
    deviations: Object.fromEntries(deviations.map(({ code, copes }) => [code, copes])),
    scopes: profile.scopes ?? null,
    missing: profile.missing.filter((name) => OPTIONAL_RESOURCES.includes(name)),
    listOrder: profile.listOrder ?? null,
    callbackBody: profile.callbackBody ?? null,
    errorNameFields: profile.errorNameFields,
    notFoundNames: profile.notFoundNames,
  };
}
