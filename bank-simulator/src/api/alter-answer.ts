import type { Bank } from '../bank/bank.ts';

/** The fields that identify a payment, a payout, a dispute and a refund in an answer. */
const ID_FIELDS = ['endToEndId', 'e2eId', 'idEnvio', 'idInfracao', 'id'];

/** The JSON of an answer in which altered records have the fields that a test gave them. */
export function alterAnswer({ altered }: Bank, text: string): string {
  // A signed payload is no JSON.
  if (altered.size === 0 || !text.startsWith('{')) return text;
  return JSON.stringify(JSON.parse(text), (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const record: Readonly<Record<string, unknown>> = { ...value };
    const fields = ID_FIELDS.flatMap((name) => altered.get(String(record[name])) ?? []);
    return fields.length === 0 ? value : Object.assign({}, record, ...fields);
  });
}
