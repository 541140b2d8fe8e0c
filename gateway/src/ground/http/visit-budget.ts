/**
 * How many requests of a minute one client network may send without a key or a session, by what
 * they ask for. An office or a mobile network shares one address, so each budget is some hundred
 * people's, and the processor time of it stays below two seconds.
 */
export const VISIT_BUDGETS = {
  /** Pages, documents and forms: a visitor opens some in a minute. The default of each route. */
  pages: 1_500,
  /** Scripts, styles and icons that browsers keep: the first page of a visitor needs about 40. */
  files: 6_000,
  /** Pages of charges and their files, apart: readers of the guide don't keep payers away. */
  payers: 1_200,
  /** Pages of payment links. */
  links: 1_200,
  /** Images of products. */
  images: 600,
  /** Probes of load balancers, apart: visitors behind the same address don't stop them. */
  probes: 3_000,
  /** Call-backs of the bank, which reports each payment. */
  bank: 60_000,
} as const;

export type VisitBudget = keyof typeof VISIT_BUDGETS;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request without a key or a session counts as; `guarded`: its guard counts it. */
    budget?: VisitBudget | 'guarded';
  }
}
