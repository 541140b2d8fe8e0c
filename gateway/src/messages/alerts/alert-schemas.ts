import { Type } from 'typebox';
import { isoTime } from '#src/ground/clock.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { nullable, oneOf } from '#src/ground/schemas/text-schemas.ts';
import {
  type AlertEvidence,
  type AlertItem,
  BANK_WORDS,
  FACT_NAMES,
  ITEM_KINDS,
} from './evidence/alert-evidence.ts';
import { ALERT_CAUSES } from './operator-alert.ts';
import { SilenceView } from './silence-view.ts';

const Nullable = nullable(Type.String());
const NullableCount = Type.Union([Type.Integer(), Type.Null()]);

export const CauseParams = Type.Object({ cause: oneOf(ALERT_CAUSES) });

const ItemView = Type.Object({
  kind: oneOf(ITEM_KINDS),
  id: Type.String(),
  username: Nullable,
  amount: NullableCount,
  at: Nullable,
  bank: Type.Union([oneOf(BANK_WORDS), Type.Null()], {
    description: 'O que o banco disse por último.',
  }),
  bank_at: Nullable,
  end_to_end_id: Nullable,
  charge_id: Nullable,
  count: NullableCount,
});

export const AlertDetail = Type.Object({
  cause: oneOf(ALERT_CAUSES),
  value: Type.Union([Type.Number(), Type.Null()], {
    description: 'Nulo enquanto não é medido, por exemplo sem banco.',
  }),
  above: Type.Number({ description: 'O alerta vale enquanto o valor for maior.' }),
  is_raised: Type.Boolean(),
  told_at: Nullable,
  silence: SilenceView,
  page: Type.String({ description: 'A página do painel em que o alerta se resolve.' }),
  facts: Type.Array(
    Type.Object({
      name: oneOf(FACT_NAMES),
      value: Type.Union([Type.String(), Type.Number()]),
    }),
  ),
  items: Type.Array(ItemView, { description: 'Até 20; a página do painel tem todos.' }),
});

/** Facts and items as the panel reads them. */
export function evidenceView({ facts, items }: AlertEvidence) {
  return { facts: [...facts], items: items.map(itemView) };
}

function itemView(item: AlertItem) {
  return {
    kind: item.kind,
    id: item.id,
    username: item.username ?? null,
    amount: item.amount === undefined ? null : centavosToJson(item.amount),
    at: timeView(item.at),
    bank: item.bank ?? null,
    bank_at: timeView(item.bankAt),
    end_to_end_id: item.endToEndId ?? null,
    charge_id: item.chargeId ?? null,
    count: item.count ?? null,
  };
}

export function timeView(at: number | undefined): string | null {
  return at === undefined ? null : isoTime(at);
}
