import assert from 'node:assert/strict';
import { CHARGE, type Keys, type TestGateway } from './gateway.ts';

/** A test clock as the API shows it. */
export interface TestClock {
  readonly id: string;
  readonly status: string;
  readonly now: string;
  readonly client_ids: readonly string[];
}

/** The requests of a merchant's program that uses test clocks. */
export function clockClient(gateway: Pick<TestGateway, 'call'>) {
  function post(keys: Keys, path: string, body?: object, key?: string) {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return gateway.call('POST', path, { keys, headers, ...(body && { body }) });
  }
  return {
    post,
    async createClock(keys: Keys, body: object = {}): Promise<TestClock> {
      const created = await gateway.call<TestClock>('POST', '/v1/test/clocks', { keys, body });
      assert.equal(created.status, 201, created.text);
      return created.body;
    },
    /** Advances a clock and expects that all that was due has happened. */
    async advance(keys: Keys, { id }: TestClock, seconds: number): Promise<TestClock> {
      const path = `/v1/test/clocks/${id}/advance`;
      const moved = await gateway.call<TestClock>('POST', path, { keys, body: { seconds } });
      assert.equal(moved.status, 200, moved.text);
      assert.equal(moved.body.status, 'ready');
      return moved.body;
    },
    async read(keys: Keys, id: unknown) {
      return (await gateway.call('GET', `/v1/transactions/${String(id)}`, { keys })).body;
    },
    /** Creates a charge that lives in a clock and pays it; returns its id. */
    async payInClock(keys: Keys, clock: TestClock, body: object = CHARGE): Promise<string> {
      const created = await post(keys, '/v1/pix/qrcode', { ...body, clock_id: clock.id });
      const id = String(created.body.internal_id);
      const paid = await post(keys, `/v1/test/charges/${id}/pay`);
      assert.equal(paid.status, 200, `${created.text} ${paid.text}`);
      assert.equal(paid.body.paid_at, clock.now);
      return id;
    },
  };
}
