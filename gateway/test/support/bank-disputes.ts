import { CHARGE, type Keys, until } from './gateway.ts';
import type { LiveGateway } from './live.ts';

type Json = Record<string, unknown>;

/** A dispute as the API answers it. */
export interface DisputeAnswer extends Json {
  readonly internal_id: string;
  readonly status: string;
  readonly blocked_amount: number;
  readonly returned_amount: number;
  readonly defense: Json | null;
}

const STEP_MS = 200_000;
/** On a busy machine a step may pass a lease whose work had no turn yet, so it takes more steps. */
const TIMEOUT_MS = 180_000;

/** The actions that tests of disputes at the bank share. */
export function createDisputer({ gateway, bank, shop }: LiveGateway) {
  const { keys } = shop;

  /** A charge that was paid at the bank. */
  async function createPaid(body: object = CHARGE): Promise<{ id: string; endToEndId: string }> {
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
    if (created.status !== 201) throw new Error(created.text);
    const id = String(created.body.internal_id);
    const { endToEndId } = bank.pay(id.replaceAll('-', ''));
    await until('it is paid', async () => {
      const { body: found } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
      if (found.status === 'paid') return true;
      passTime();
      return false;
    });
    return { id, endToEndId };
  }

  /** The disputes of a charge, the newest first. */
  async function disputesOf(id: string, of: Keys = keys): Promise<DisputeAnswer[]> {
    const path = `/v1/disputes?transaction_id=${id}`;
    const { body } = await gateway.call<{ data: DisputeAnswer[] }>('GET', path, { keys: of });
    return body.data;
  }

  /** Advances the clock until a charge has a dispute for which `holds` is true. */
  function disputeOf(
    id: string,
    what: string,
    holds: (dispute: DisputeAnswer) => boolean,
  ): Promise<DisputeAnswer> {
    const check = async () => {
      const found = (await disputesOf(id)).find(holds);
      if (!found) passTime();
      return found;
    };
    return until(`a dispute of ${id} ${what}`, check, TIMEOUT_MS);
  }

  async function balanceOf(of: Keys = keys): Promise<Json> {
    return (await gateway.call<Json>('GET', '/v1/balance', { keys: of })).body;
  }

  /** Advances the clock beyond every pause and lease of the work on disputes. */
  function passTime(): void {
    gateway.clock.advance(STEP_MS);
  }

  return { createPaid, disputesOf, disputeOf, balanceOf, passTime };
}
