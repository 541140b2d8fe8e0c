/**
 * The requests that a client network may send in a minute without a key or a session, by kind. An
 * office or a mobile network shares one address, so each budget is enough for some hundred people;
 * it costs less than two seconds of processor time.
 */
export const VISIT_BUDGETS = {
  /** Pages, documents and forms: a visitor opens some in a minute. The default of each route. */
  pages: 1_500,
  /** Scripts, styles and icons that browsers keep: the first page of a visitor needs about 40. */
  files: 6_000,
  /**
   * Pages of charges and their files; separate, so that readers of the guide don't block payers.
   */
  payers: 1_200,
  /** Pages of payment links. */
  links: 1_200,
  /** Images of products. */
  images: 600,
  /** Probes of load balancers; separate, so that visitors of the same address don't block them. */
  probes: 3_000,
  /** Call-backs of the bank, which reports each payment. */
  bank: 60_000,
} as const;

export type VisitBudget = keyof typeof VISIT_BUDGETS;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The budget of a request without a key or a session; `guarded`: the guard counts it. */
    budget?: VisitBudget | 'guarded';
  }
}
