import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, startLiveInBuckets } from '../support/live.ts';

const { gateway, bank, shop } = await startLiveInBuckets({ after });
const { keys } = shop;
const PLATFORM = '00000000-0000-0000-0000-000000000000';

/** Posts the rows (scope, reference, amount) of a query once more, with matching balances. */
function postAgain(kind: string, from: 'bank', to: string, selected: string): string {
  return `create temp table again as ${selected};
    insert into ledger_accounts (merchant_id, environment, account, may_be_negative)
      select distinct merchant_id, 'live', account, true
      from again cross join (values ('${from}'), ('${to}')) a (account) on conflict do nothing;
    insert into ledger_postings
      select merchant_id, 'live', reference_id, '${kind}', now() from again;
    insert into ledger_entries
      select g.merchant_id, 'live', a.account, c.entry_count + row_number() over w, g.reference_id,
        '${kind}', a.sign * amount, c.balance_centavos + sum(a.sign * amount) over w, now()
      from again g cross join (values ('${from}', -1), ('${to}', 1)) a (account, sign)
      join ledger_accounts c on (c.merchant_id, c.environment, c.account)
        = (g.merchant_id, 'live', a.account)
      window w as (partition by g.merchant_id, a.account order by g.reference_id);
    update ledger_accounts c set entry_count = e.count, balance_centavos = e.total from (
      select merchant_id, environment, account, count(*) as count, sum(amount_centavos) as total
      from ledger_entries group by merchant_id, environment, account
    ) e where (c.merchant_id, c.environment, c.account) = (e.merchant_id, e.environment, e.account);
    drop table again;`;
}

const FORGERIES: Readonly<Record<string, readonly [law: RegExp, statement: string]>> = {
  'every incoming payment of a charge posted to suspense too': [
    /Cada recebimento foi lançado uma única vez/,
    postAgain(
      'incoming_payment_suspended',
      'bank',
      'suspense',
      `select '${PLATFORM}'::uuid as merchant_id, id as reference_id, amount_centavos as amount
       from incoming_payments where state = 'charge'`,
    ),
  ],
  'every incoming payment posted twice to its charge': [
    /Cada cobrança paga tem exatamente um lançamento/,
    postAgain(
      'charge_paid',
      'bank',
      'available',
      // Read from the charges, which are in the bucket of their merchant.
      `select merchant_id, gen_random_uuid() as reference_id, amount_centavos as amount
       from charges where environment = 'live' and end_to_end_id is not null`,
    ),
  ],
  'a payment of a charge that no incoming payment tells of': [
    /Cada cobrança paga em produção tem o recebimento/,
    `delete from incoming_payments where state = 'charge'`,
  ],
  'an incoming payment in suspense that was not posted': [
    /O saldo a identificar é a soma/,
    `update incoming_payments set amount_centavos = amount_centavos + 1 where state = 'suspense'`,
  ],
  'an event of a payment whose charge is gone': [
    /Cada evento feito da cobrança paga/,
    'update webhook_events set resource_id = gen_random_uuid() where form is not null',
  ],
  'a return of a payout posted twice': [
    /Cada valor devolvido de um saque/,
    postAgain(
      'payout_returned',
      'bank',
      'available',
      `select merchant_id, gen_random_uuid() as reference_id, amount_centavos as amount
       from payout_returns`,
    ),
  ],
  'a return of a payout beyond the payout': [
    /Cada valor devolvido de um saque/,
    `update payout_returns set amount_centavos = 100000`,
  ],
};

test('a day with a payment, an unknown payment and a returned payout passes every ledger check', async () => {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  bank.pay(String(created.body.internal_id).replaceAll('-', ''));
  bank.receiveWithoutCharge(777n, 'deoutrosistema0000000000000001');
  await untilRows(`select from incoming_payments where state in ('charge', 'suspense')`, 2);
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  await untilRows(`select from payouts where status = 'paid'`, 1);
  bank.returnPayout(String(sent.body.internal_id).replaceAll('-', ''), 1_500n);
  await untilRows('select from payout_returns', 1);
  assert.deepEqual(await failedChecks(gateway), []);
});

function untilRows(statement: string, count: number): Promise<true | undefined> {
  return until(statement, async () => {
    const rows = await gateway.sql(statement);
    if (rows.length < count) gateway.clock.advance(1_000);
    return rows.length === count || undefined;
  });
}

for (const [what, [law, statement]] of Object.entries(FORGERIES)) {
  test(`the verification finds ${what}`, async () => {
    const tables = ['ledger_accounts', 'ledger_entries', 'ledger_postings', 'incoming_payments'];
    const kept = [...tables, 'payout_returns', 'webhook_events'];
    const off = 'set session_replication_role = replica';
    for (const table of kept) await gateway.sql(`create table kept_${table} as table ${table}`);
    try {
      await gateway.sql(`${off}; ${statement}`);
      const broken = await failedChecks(gateway);
      assert.ok(
        broken.some((one) => law.test(one.law)),
        JSON.stringify(broken.map((one) => one.law)),
      );
    } finally {
      for (const table of kept) {
        await gateway.sql(`${off}; delete from ${table}; insert into ${table} table kept_${table};
          drop table kept_${table}`);
      }
    }
    assert.deepEqual(await failedChecks(gateway), []);
  });
}
