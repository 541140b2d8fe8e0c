import type { Charge, Dispute, NewTestDispute, TestDisputeOutcome } from '../generated/types.ts';
import { type Http, pathOf, type RequestOptions } from '../http.ts';
import { TestClockTools } from './test-clocks.ts';

/** Só com chaves de teste. */
export class TestTools {
  readonly clocks: TestClockTools;
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
    this.clocks = new TestClockTools(http);
  }

  /** Paga uma cobrança pendente agora. */
  payCharge(internalId: string, options?: RequestOptions): Promise<Charge> {
    const path = pathOf('/v1/test/charges', internalId, '/pay');
    return this.#http.json({ method: 'POST', path, options });
  }

  /** Contesta uma cobrança paga. */
  openDispute(
    internalId: string,
    body: NewTestDispute = {},
    options?: RequestOptions,
  ): Promise<Dispute> {
    const path = pathOf('/v1/test/charges', internalId, '/dispute');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** Encerra uma contestação de teste. */
  closeDispute(
    internalId: string,
    body: TestDisputeOutcome,
    options?: RequestOptions,
  ): Promise<Dispute> {
    const path = pathOf('/v1/test/disputes', internalId, '/close');
    return this.#http.json({ method: 'POST', path, body, options });
  }
}
