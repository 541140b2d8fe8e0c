import type { Mutation } from './tool/mutation.ts';

const NAMES = 'gateway/src/money-out/refunds/refund-names.ts';
const REFUNDS = 'gateway/src/money-out/refunds/create-refunds.ts';
const WRITE = 'gateway/src/api-pix/cobs/write-cob.ts';
const REVISE = 'gateway/src/charges/txids/revise-charges.ts';
const TOKEN = 'gateway/src/api-pix/access/token.ts';
const RETURNS_TEST = 'gateway/test/api/api-pix-returns.test.ts';
const RETURN_NAMES_TEST = 'gateway/test/api/api-pix-return-names.test.ts';
const FIELDS_TEST = 'gateway/test/api/api-pix-fields.test.ts';
const COBS_TEST = 'gateway/test/api/api-pix-cobs.test.ts';
const LISTS_TEST = 'gateway/test/api/api-pix-lists.test.ts';
const LIVE_TEST = 'gateway/test/live/api-pix.test.ts';
const STORE = 'gateway/src/charges/locations/location-store.ts';
const LOCATIONS = 'gateway/src/charges/locations/location-owner.ts';
const UNCLEAR_TEST = 'gateway/test/live/unclear-revisions.test.ts';
const REVISED_TEST = 'gateway/src/bank/bcb-pix/revised-charges.test.ts';
const REVISE_LIVE = 'gateway/src/charges/txids/revise-live-charge.ts';
const FREE = 'gateway/src/charges/locations/release-location.ts';
const MOVE = 'gateway/src/charges/locations/move-charge.ts';
const DRAFTS = 'gateway/src/charges/live/finish-drafts.ts';
const PAYLOAD = 'gateway/src/api-pix/payloads/read-payload.ts';
const LOCATIONS_TEST = 'gateway/test/api/api-pix-locations.test.ts';
const LOCATION_LISTS_TEST = 'gateway/test/api/api-pix-location-lists.test.ts';
const LIVE_LOCATIONS_TEST = 'gateway/test/live/api-pix-locations.test.ts';
const CERTIFICATES = 'gateway/src/api-pix/certificates/find-certificates.ts';
const CERTIFICATES_TEST = 'gateway/test/api/api-pix-client-certificates.test.ts';
const LOTS_TEST = 'gateway/test/api/api-pix-lots.test.ts';
const LOT_REFUSALS_TEST = 'gateway/test/api/api-pix-lot-refusals.test.ts';
const RECURRENCES = 'gateway/src/subscriptions/recurrences';
const RECS_TEST = 'gateway/test/api/api-pix-recs.test.ts';
const REC_LISTS_TEST = 'gateway/test/api/api-pix-rec-lists.test.ts';
const TOKENS_TEST = 'gateway/test/api/api-pix-tokens.test.ts';

/** The Central Bank's API, answered by us. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/api-pix/fields/fields.ts',
    text: 'const isRefused = this.#json[name] === null && this.#isRevision;',
    replacement: 'const isRefused = false;',
    tests: [FIELDS_TEST],
    why: 'a change that did nothing is answered with 200',
  },
  {
    file: 'gateway/src/api-pix/cobvs/read-cobv.ts',
    text: 'if (desconto.has(other) && !desconto.isEmptyList(other)) {',
    replacement: 'if (mode === undefined) {',
    tests: [FIELDS_TEST],
    why: 'a discount that the merchant believes in is dropped',
  },
  {
    file: 'gateway/src/api-pix/locations/choose-location.ts',
    text: 'await locations.release({ merchantId, environment, id: name.locationId }, id);',
    replacement: '',
    tests: [FIELDS_TEST],
    why: 'a code that was taken away stays payable',
  },
  {
    file: WRITE,
    text: 'return location === null ? shownNow(deps, which) : shownAs(deps, caller, placed);',
    replacement: 'return shownOf(placed, fields);',
    tests: ['gateway/test/api/api-pix-changed-meanwhile.test.ts'],
    why: 'a merchant is told an amount that the payer is not asked for',
  },
  {
    file: 'gateway/src/charges/due/change-charge.ts',
    text: 'if (basedOn !== charge.due.revision) throw',
    replacement: 'if (basedOn > charge.due.revision) throw',
    tests: ['gateway/test/api/api-pix-changed-meanwhile.test.ts'],
    why: 'a charge gets the payer back that another PATCH has replaced',
  },
  {
    file: FREE,
    text: 'if (isOfAnother) throw unavailable(CHANGED_RETRY_SECONDS);',
    replacement: '',
    tests: ['gateway/test/api/api-pix-changed-meanwhile.test.ts'],
    why: 'a request for one charge takes the printed code of another charge away',
  },
  {
    file: REVISE,
    text: 'insertRevision(tx, key, {',
    replacement: 'void ({',
    tests: [COBS_TEST],
    why: 'a repeat of the creation is answered with a later amount',
  },
  {
    file: 'gateway/src/charges/revisions/revisions.ts',
    text: 'due === null || due.revision > 0',
    replacement: 'due !== null && due.revision > 0',
    tests: [COBS_TEST],
    why: 'a repeat of the creation is answered with the amount of a revision',
  },
  {
    file: 'gateway/src/charges/txids/revise-charges.ts',
    text: 'if (expiresAt > now) return;',
    replacement: 'if (expiresAt > 0) return;',
    tests: ['gateway/test/api/api-pix-values.test.ts'],
    why: 'a revised charge has ended, and its code stays payable at the bank',
  },
  {
    file: 'gateway/src/charges/charge-owner.ts',
    text: 'const open = charges.filter(({ id }) => !refusals.has(id));',
    replacement: 'const open = charges;',
    tests: ['gateway/test/api/api-pix-changed-meanwhile.test.ts'],
    why: 'a txid of a lot belongs to a charge that was never made, for ever',
  },
  {
    file: 'gateway/src/api-pix/cobs/named-charges.ts',
    text: "'snapshot' in database ? database.snapshot(look) : look(database)",
    replacement: 'look(database)',
    tests: ['gateway/test/api/api-pix-changed-meanwhile.test.ts'],
    why: 'a repeated PUT takes a charge of mixed revisions as equal, and answers what is not kept',
  },
  {
    file: REVISE,
    text: 'if (basedOn !== undefined && basedOn !== revision) throw',
    replacement: 'if (basedOn !== undefined && basedOn > revision) throw',
    tests: ['gateway/test/api/api-pix-changed-meanwhile.test.ts'],
    why: 'a PATCH of a text gives a charge the amount of before another PATCH',
  },
  {
    file: 'gateway/src/api-pix/lots/send-lots.ts',
    text: 'await database.snapshot((tx) => partsOfLot(tx, key))',
    replacement: 'await partsOfLot(database, key)',
    tests: ['gateway/test/api/api-pix-changed-meanwhile.test.ts'],
    why: 'a lot is shown with the description of before a request and its charges of after it',
  },
  {
    file: 'gateway/src/charges/locations/find-location.ts',
    text: 'database.snapshot(look)',
    replacement: 'look(database)',
    tests: ['gateway/test/api/api-pix-changed-meanwhile.test.ts'],
    why: 'a printed location gets the code of another one',
  },
  {
    file: 'gateway/src/api-pix/cobs/cob-deps.ts',
    text: 'deps.database.snapshot((tx) => read({ ...deps, database: tx }))',
    replacement: 'read(deps)',
    tests: ['gateway/test/api/api-pix-one-instant.test.ts'],
    why: 'a charge is told as paid without the Pix that paid it',
  },
  {
    file: `${RECURRENCES}/act-on-recurrences.ts`,
    text: 'if (!isUsable) throw unavailable(CHANGED_RETRY_SECONDS);',
    replacement: '',
    tests: [REC_LISTS_TEST],
    why: 'a printed code shows the recurrence of another payer',
  },
  {
    file: `${RECURRENCES}/act-on-recurrences.ts`,
    text: 'return { ...state, subscription: { ...subscription, firstChargeId: found.charge.id } };',
    replacement: 'return { ...state, subscription: { ...subscription } };',
    tests: [RECS_TEST],
    why: 'the payer authorizes and the first charge stays unpaid',
  },
  {
    file: 'gateway/src/subscriptions/change-subscription.ts',
    text: '(journey === null || now >= until)',
    replacement: 'now >= until',
    tests: [RECS_TEST],
    why: 'a payer who was never asked has authorized',
  },
  {
    file: 'gateway/src/api-pix/recs/read-rec-payload.ts',
    text: ') throw noRecurrencePayload();\n  if (isEnded',
    replacement: ' && token === location) throw noRecurrencePayload();\n  if (isEnded',
    tests: [REC_LISTS_TEST],
    why: 'an old code still shows a recurrence that has left it',
  },
  {
    file: NAMES,
    text: 'return { ...own, id: first.refundId };',
    replacement: 'return own;',
    tests: [RETURN_NAMES_TEST],
    why: 'a repeated refund is made a second time',
  },
  {
    file: NAMES,
    text: 'if (first.requested !== requested) {',
    replacement: 'if (first.requested < 0n) {',
    tests: [RETURNS_TEST],
    why: 'a refund of another amount is told as made',
  },
  {
    file: REFUNDS,
    text: '      claimed.filter(({ refundId }) => !isMade(refundId)),',
    replacement: '      claimed,',
    tests: [RETURNS_TEST],
    why: 'a refund loses its name, and a repeat makes it a second time',
  },
  {
    file: REFUNDS,
    text: '      claimed.filter(({ refundId }) => !isMade(refundId)),',
    replacement: '      [],',
    tests: [RETURNS_TEST],
    why: 'the id of a refused refund is taken for ever',
  },
  {
    file: REFUNDS,
    text: 'ofNames.get(id) ?? ofKeys[index]',
    replacement: 'ofKeys[index]',
    tests: [RETURN_NAMES_TEST],
    why: 'a repeat of an old refund is decided as a new one',
  },
  {
    file: WRITE,
    text: 'if (found?.charge.due) throw takenByDue(which.txid);',
    replacement: '',
    tests: [LISTS_TEST],
    why: 'two charges have the same txid',
  },
  {
    file: REVISE,
    text: "const isPayable = charge.status === 'pending' && charge.expiresAt > now && !charge.due;",
    replacement: 'const isPayable = charge.expiresAt > now && !charge.due;',
    tests: [COBS_TEST, LIVE_TEST],
    why: 'the amount of a paid charge is changed',
  },
  {
    file: 'gateway/src/api-pix/cobs/named-charges.ts',
    text: 'if (found.isChanging) throw changing();',
    replacement: '',
    tests: [UNCLEAR_TEST],
    why: 'a PUT confirms an amount that the bank does not ask for',
  },
  {
    file: 'gateway/src/api-pix/cobs/cob-deps.ts',
    text: 'return isChanging ? { alteracaoPendente: true } : {};',
    replacement: 'return isChanging ? {} : {};',
    tests: [UNCLEAR_TEST],
    why: 'a list tells an amount that the bank does not ask for',
  },
  {
    file: 'gateway/src/reports/transactions/read-transactions.ts',
    text: '...(isChanging && { change_pending: true as const }),',
    replacement: '',
    tests: [UNCLEAR_TEST],
    why: 'a page of /v1 tells an amount that the bank does not ask for',
  },
  {
    file: 'gateway/src/incoming/payments/match-payments.ts',
    text: "charge && reason === 'amount_differs' ? [charge] : [],",
    replacement: "charge?.due && reason === 'amount_differs' ? [charge] : [],",
    tests: [UNCLEAR_TEST],
    why: 'a payment of the amount that the bank asks for is held in suspense',
  },
  {
    file: 'gateway/src/bank/bcb-pix/charges.ts',
    text: 'if (isMade && !fields.some(isForeign)) return done(charge);',
    replacement: '',
    tests: [REVISED_TEST],
    why: 'a revision that the bank has made is undone there after a lost answer',
  },
  {
    file: 'gateway/src/bank/bcb-pix/charges.ts',
    text: 'return isPaidSo ? done(charge) :',
    replacement: 'return',
    tests: [REVISED_TEST],
    why: 'a revision that was paid is dropped, and its payment is held in suspense',
  },
  {
    file: 'gateway/src/bank/bcb-pix/charges.ts',
    text: "if (!changed.some(isRevised) && outcome.kind === 'refused') return outcome;",
    replacement: "if (outcome.kind === 'refused') return outcome;",
    tests: [REVISED_TEST],
    why: 'the old amount is told though the bank asks for the new one with another expiry',
  },
  {
    file: 'gateway/src/charges/txids/revise-live-charge.ts',
    text: 'return isDeepStrictEqual(jsonOf(fields), jsonOf(change.fields));',
    replacement: 'return true;',
    tests: ['gateway/test/live/unclear-revisions.test.ts'],
    why: 'a revision that the bank has made is answered with the amount of another one',
  },
  {
    file: 'gateway/src/bank/bcb-pix/charges.ts',
    text: 'if (fields.some(isForeign)) return differs();',
    replacement: '',
    tests: [REVISED_TEST],
    why: 'a late process undoes a newer revision at the bank',
  },
  {
    file: 'gateway/src/bank/bcb-pix/charges.ts',
    text: "return from !== to && from !== '' && found === to;",
    replacement: 'return from !== to && found === to;',
    tests: [REVISED_TEST],
    why: 'a revision that adds a payer stays open for ever after a refusal',
  },
  {
    file: REVISE_LIVE,
    text: '((await wasBooked(tx, named, open)) ? named : undefined)',
    replacement: 'undefined',
    tests: [UNCLEAR_TEST],
    why: 'one change is booked twice, and a later one is undone',
  },
  {
    file: 'gateway/src/charges/charge-store.ts',
    text: '(change.merchant_id, change.environment, change.charge_id)',
    replacement: '(change.merchant_id, change.environment, change.merchant_id)',
    tests: [UNCLEAR_TEST],
    why: 'a charge expires while the bank may still ask for it',
  },
  {
    file: CERTIFICATES,
    text: 'certificates.filter((certificate) => digestsEqual(certificate.sha256, sha256))',
    replacement:
      'certificates.filter((certificate) => certificate.sha256.length === sha256.length)',
    tests: [CERTIFICATES_TEST],
    why: 'any certificate stands for the one that a merchant registered',
  },
  {
    file: CERTIFICATES,
    text: 'validFrom <= now && now < validUntil',
    replacement: 'validFrom <= now',
    tests: [CERTIFICATES_TEST],
    why: 'an expired certificate gets tokens',
  },
  {
    file: 'gateway/src/api-pix/access/read-token.ts',
    text: 'if (token.claims.isByCertificate) {',
    replacement: 'if (token.claims.isByCertificate && now < 0) {',
    tests: [CERTIFICATES_TEST],
    why: 'a removed certificate keeps its access for an hour',
  },
  {
    file: TOKEN,
    text: 'return isSigned;',
    replacement: 'return true;',
    tests: [TOKENS_TEST],
    why: 'a forged token is accepted',
  },
  {
    file: STORE,
    text: '      and l.charge_id is null\n',
    replacement: '',
    tests: [LOCATION_LISTS_TEST],
    why: 'two charges have the same location',
  },
  {
    file: PAYLOAD,
    text: "if (!isThere || named.named?.hasLocation === false) throw noPayload('unknown');",
    replacement: "if (!named) throw noPayload('unknown');",
    tests: [LOCATIONS_TEST],
    why: 'a code shows a charge that has left its location',
  },
  {
    file: 'gateway/src/charges/charge-owner.ts',
    text: 'for (const earlier of before) earlier.released?.(tx, lost);',
    replacement: '',
    tests: [LOCATION_LISTS_TEST],
    why: 'the txid of a charge that was not made is taken for ever',
  },
  {
    file: FREE,
    text: 'if (stored.bankId !== null) answerOf(await bank.releaseLocation(stored.bankId));',
    replacement: '',
    tests: [LIVE_LOCATIONS_TEST],
    why: 'the bank shows a charge at a location that is free here',
  },
  {
    file: MOVE,
    text: 'if (ownId !== undefined) await storeOwnLocation({ database, bank }, charge, ownId);',
    replacement: '',
    tests: [LIVE_LOCATIONS_TEST],
    why: 'a location is lost when a charge leaves it',
  },
  {
    file: DRAFTS,
    text: "if (outcome.kind === 'refused') throw new Error(outcome.refusal.message);",
    replacement: "if (outcome.kind === 'refused') return NEVER_REGISTERED;",
    tests: ['gateway/test/live/late-charge-registration.test.ts'],
    why: 'a key and a txid are freed though the bank has their charge, and a repeat makes another',
  },
  {
    file: LOCATIONS,
    text: 'for (const charge of charges) if (charge.hasChosenLocation) releaseLocationOf(tx, charge);',
    replacement: '',
    tests: [LIVE_LOCATIONS_TEST],
    why: 'a location stays with a charge that was never made',
  },
  {
    file: 'gateway/src/charges/txids/txid-store.ts',
    text: 'where t.batch_id is distinct from key.batch_id',
    replacement: 'where false',
    tests: [LOT_REFUSALS_TEST],
    why: 'a charge takes the txid of a lot, which can then not make its charge',
  },
  {
    file: 'gateway/src/charges/batches/run-batches.ts',
    text: '...(standard && { standard: await placed(standard, nextLocationId) }),',
    replacement: '',
    tests: [LOTS_TEST],
    why: 'a charge of a lot has no txid, and two charges have the same one',
  },
  {
    file: 'gateway/src/api-pix/lots/check-items.ts',
    text: '...(defaultSplit !== undefined && { split: defaultSplit }),',
    replacement: '',
    tests: [LOTS_TEST],
    why: 'a charge of a lot is not divided',
  },
  {
    file: 'gateway/src/api-pix/lots/write-lot.ts',
    text: "if (lines.some((line) => stateOfLine(line) === 'EM_PROCESSAMENTO')) {",
    replacement: 'if (lines.length === 0) {',
    tests: ['gateway/test/live/api-pix-lots.test.ts'],
    why: 'a charge that the bank registers now is made by a second batch',
  },
  {
    file: 'gateway/src/api-pix/cobrs/write-cobr.ts',
    text: 'return isOfRec && textOf(before) === textOf(terms);',
    replacement: 'return true;',
    tests: ['gateway/test/api/api-pix-cobrs.test.ts'],
    why: 'a PUT of another amount is answered as if it had been done',
  },
  {
    file: 'gateway/src/api-pix/lists/charge-list-store.ts',
    text: 'and due is null',
    replacement: 'and due_on is null',
    tests: ['gateway/test/api/api-pix-cobrs.test.ts'],
    why: 'the charges of cycles are listed as immediate charges',
  },
];
