import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './call.ts';
import { Failure } from './failure.ts';
import type { Session } from './session.ts';
import { uninterrupted } from './signals.ts';

const LOOK_MS = 500;
/** The gateway waits for webhooks, which may take ten seconds each. */
const LOOKS_MAX = 120;
const PATH = '/v1/test/clocks';

/** A clock of the test environment that a command made, with what it can do. */
export interface TestClock {
  readonly id: string;
  /** Returns when all that was due has happened. Throws a Failure. */
  advance(seconds: number): Promise<void>;
  /** As `advance`, up to an instant such as `2027-01-15T12:00:00Z`. */
  advanceTo(instant: string): Promise<void>;
  /** Runs the work while the key lives in the clock's time; then in the time that it had before. */
  withKeyBound<Result>(work: () => Promise<Result>): Promise<Result>;
  /** False when it could not be deleted. The gateway deletes it when it wasn't used for 30 days. */
  remove(): Promise<boolean>;
}

interface ClockAnswer {
  readonly id: string;
  readonly status: 'ready' | 'advancing' | 'deleting';
  readonly client_ids: readonly string[];
}

/** Makes a clock; the word says why there is none: the sandbox has none, an account up to 20. */
export async function openClock(
  session: Session,
  name = 'pix trigger',
): Promise<TestClock | 'sandbox' | 'full'> {
  try {
    const body = { name };
    const { id } = await call<ClockAnswer>(session, 'POST', PATH, { body });
    return clockOf(session, id);
  } catch (error) {
    const code = error instanceof Failure ? error.facts.code : undefined;
    if (code === 'sandbox_forbidden') return 'sandbox';
    if (code === 'too_many_test_clocks') return 'full';
    throw error;
  }
}

function clockOf(session: Session, id: string): TestClock {
  const post = (path: string, body?: object) =>
    call<ClockAnswer>(session, 'POST', `${PATH}/${path}`, { ...(body && { body }) });
  async function advanceBy(body: object): Promise<void> {
    let { status } = await post(`${id}/advance`, body);
    for (let looks = 0; status !== 'ready'; looks += 1) {
      if (looks === LOOKS_MAX) throw new Failure('timeout', `o relógio ${id} não terminou`);
      await sleep(LOOK_MS);
      ({ status } = await call<ClockAnswer>(session, 'GET', `${PATH}/${id}`));
    }
  }
  return {
    id,
    advance: (seconds) => advanceBy({ seconds }),
    advanceTo: (instant) => advanceBy({ to: instant }),
    async withKeyBound(work) {
      const { data } = await call<{ data: readonly ClockAnswer[] }>(session, 'GET', PATH);
      const before = data.find((one) => one.client_ids.includes(session.keys.clientId));
      return uninterrupted(async () => {
        await post(`${id}/bind`);
        try {
          return await work();
        } finally {
          await post(before ? `${before.id}/bind` : `${id}/unbind`);
        }
      });
    },
    remove: () =>
      call(session, 'DELETE', `${PATH}/${id}`).then(
        () => true,
        () => false,
      ),
  };
}
