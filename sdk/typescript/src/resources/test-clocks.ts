import type { NewTestClock, TestClock, TestClockAdvance, TestClocks } from '../generated/types.ts';
import { type Http, pathOf, type RequestOptions } from '../http.ts';

const PATH = '/v1/test/clocks';

/** Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança. */
export class TestClockTools {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Com `bind_key`, a chave que chama passa a viver no tempo do relógio. */
  create(body: NewTestClock = {}, options?: RequestOptions): Promise<TestClock> {
    return this.#http.json({ method: 'POST', path: PATH, body, options });
  }

  list(options?: RequestOptions): Promise<TestClocks> {
    return this.#http.json({ method: 'GET', path: PATH, options });
  }

  retrieve(id: string, options?: RequestOptions): Promise<TestClock> {
    return this.#http.json({ method: 'GET', path: pathOf(PATH, id), options });
  }

  /** Avança o relógio e espera até que tudo o que vencia tenha acontecido. */
  async advance(id: string, body: TestClockAdvance, options?: RequestOptions): Promise<TestClock> {
    const path = pathOf(PATH, id, '/advance');
    let clock: TestClock = await this.#http.json({ method: 'POST', path, body, options });
    for (let asked = 1; clock.status === 'advancing'; asked += 1) {
      await this.#http.pause(asked, undefined, options?.signal);
      clock = await this.retrieve(id, options);
    }
    return clock;
  }

  /** Liga a chave que chama ao relógio. */
  bind(id: string, options?: RequestOptions): Promise<TestClock> {
    const path = pathOf(PATH, id, '/bind');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  unbind(id: string, options?: RequestOptions): Promise<TestClock> {
    const path = pathOf(PATH, id, '/unbind');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Apaga o relógio e encerra o que espera por ele. */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.#http.nothing({ method: 'DELETE', path: pathOf(PATH, id), options });
  }
}
