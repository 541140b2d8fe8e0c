import { HOME } from '#src/ground/database/statement-place.ts';
import {
  type ElsewhereCheck,
  isHere,
  POSTINGS,
  POSTINGS_ELSEWHERE,
} from '#src/ledger/ledger-check.ts';

const PLATFORM = `'00000000-0000-0000-0000-000000000000'::uuid`;
// Parameters of the rows of incoming payments: $1 and $2 are the platform's scope.
const IN_WINDOW = `r.id > $3 and r.id <= $4 and $1::uuid = ${PLATFORM} and $2 = 'live'`;

/** Each payment of a charge in another bucket has this charge. */
export const PAID_CHARGES_ELSEWHERE: ElsewhereCheck = {
  facts: {
    name: 'verify_incoming_payments_elsewhere',
    place: HOME,
    text: `select r.merchant_id, r.charge_id, r.end_to_end_id, r.amount_centavos
      from incoming_payments r
      where ${IN_WINDOW} and r.state = 'charge' and not ${isHere('r.merchant_id')}`,
  },
  differences: {
    name: 'verify_paid_charges_elsewhere',
    text: `select received.*, c.paid_at
      from json_to_recordset($1) as received (merchant_id uuid, charge_id uuid,
        end_to_end_id text, amount_centavos bigint)
      left join charges c on (c.merchant_id, c.environment, c.id)
        = (received.merchant_id, 'live', received.charge_id)
      where c.paid_at is null or c.amount_centavos <> received.amount_centavos
        or c.end_to_end_id <> received.end_to_end_id
      limit $2`,
  },
};

/** Each assignment to a merchant in another bucket has its postings there. */
export const ASSIGNMENTS_ELSEWHERE: ElsewhereCheck = {
  facts: {
    name: 'verify_assignments_elsewhere',
    place: HOME,
    text: `select a.merchant_id, 'live' as environment, expected.reference_id, expected.kind,
        expected.is_posted
      from incoming_payments r
      join incoming_payment_assignments a on a.end_to_end_id = r.end_to_end_id
      cross join lateral (
        select a.id as reference_id, 'incoming_payment_assigned' as kind, true as is_posted
        union all select a.id, 'incoming_payment_unassigned', a.undone_at is not null
        union all select x.id, 'incoming_payment_disputed', true
          from incoming_payment_returns x where x.assignment_id = a.id
      ) expected
      where ${IN_WINDOW} and not ${isHere('a.merchant_id')}`,
  },
  differences: POSTINGS_ELSEWHERE,
};

/** Each paid live charge of another bucket has its incoming payment in the first one. */
export const RECEIVED_ELSEWHERE: ElsewhereCheck = {
  facts: {
    name: 'verify_live_charges_elsewhere',
    text: `select c.merchant_id, c.id, c.end_to_end_id, c.amount_centavos
      from ${POSTINGS}
      join charges c on (c.merchant_id, c.environment, c.id) = ($1, $2, p.reference_id)
      where $2 = 'live' and not ${isHere(PLATFORM)}`,
  },
  differences: {
    name: 'verify_received_elsewhere',
    place: HOME,
    text: `select paid.*, r.state
      from json_to_recordset($1) as paid (merchant_id uuid, id uuid, end_to_end_id text,
        amount_centavos bigint)
      left join incoming_payments r on r.end_to_end_id = paid.end_to_end_id
      where r.id is null or r.state <> 'charge' or r.merchant_id <> paid.merchant_id
        or r.charge_id <> paid.id or r.amount_centavos <> paid.amount_centavos
      limit $2`,
  },
};
