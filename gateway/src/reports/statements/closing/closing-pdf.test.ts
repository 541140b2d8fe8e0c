import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_DUE } from '../movements/due-totals.ts';
import { closingPdf } from './closing-pdf.ts';

const DAYS = 400;

test('drawing the closing of many days lets other work run in between', async () => {
  const from = Date.UTC(2025, 0, 1);
  const days = Array.from({ length: DAYS }, (_, index) => ({
    day: new Date(from + index * 86_400_000).toISOString().slice(0, 10),
    opening: 0n,
    received: 100n,
    sent: 0n,
    fees: 0n,
    closing: 100n,
    count: 1,
    due: NO_DUE,
  }));
  let turns = 0;
  let isDrawn = false;
  const turn = () => {
    turns += 1;
    if (!isDrawn) setImmediate(turn);
  };
  setImmediate(turn);
  const merchant = { username: 'loja', name: 'Loja', document: '12345678909' };
  const account = { merchantId: '', environment: 'live', account: 'available' } as const;
  const request = {
    format: 'pdf' as const,
    language: 'pt-BR' as const,
    merchant,
    productName: 'Pix',
    now: from,
    account,
    days: { from: '2025-01-01', to: '2026-02-04' },
    period: { from, until: from + 1 },
  };
  const accounts = new Map();
  const closing = { request, opening: 0n, closing: 0n, accounts, days, kinds: [], due: NO_DUE };
  await closingPdf(closing, { name: 'Pix', logo: undefined });
  isDrawn = true;
  assert.ok(turns >= DAYS / 50, `${turns} turns`);
});
