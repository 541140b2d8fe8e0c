import { centavos } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { EXPIRES_IN_SECONDS_DEFAULT, type Utm } from './charge.ts';
import type { ChargeBody } from './charge-schemas.ts';
import { dueFromBody } from './due/due-from-body.ts';
import type { LocalHolidaysOf } from './due/local-holidays.ts';

/**
 * The request in a body that the schema has checked. Throws for a document that it refuses; refuses
 * what `dueFromBody` refuses.
 */
export function chargeFromBody(body: ChargeBody, localHolidays: LocalHolidaysOf) {
  // The check digits were checked with the other fields.
  const document = parseTaxId(body.payer.document, { checkDigits: false });
  if (!document) throw new Error('the schema lets no other document through');
  return {
    amount: centavos(body.amount),
    payer: {
      name: body.payer.name.trim(),
      document: document.digits,
      email: body.payer.email?.trim() ?? null,
    },
    externalId: body.external_id?.trim() ?? null,
    description: body.description?.trim() || null,
    expiresInSeconds: body.expires_in ?? EXPIRES_IN_SECONDS_DEFAULT,
    due: dueFromBody(body, localHolidays),
    webhookUrl: body.webhook_url?.trim() ?? null,
    utm: body.utm ? trimmedValues(body.utm) : null,
    split: body.split,
    clockId: body.clock_id?.trim() ?? null,
  };
}

function trimmedValues(utm: Utm): Utm {
  return Object.fromEntries(Object.entries(utm).map(([name, value]) => [name, value.trim()]));
}
