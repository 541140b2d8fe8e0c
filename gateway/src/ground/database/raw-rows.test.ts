import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RawRow } from './raw-row.ts';
import { splitMessages } from './raw-rows.ts';

/** A message of the protocol: code, length, content. */
function message(code: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(code);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** A row of texts. */
function rowMessage(texts: readonly (string | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(texts.length);
  const columns = texts.flatMap((text) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(text === null ? -1 : Buffer.byteLength(text));
    return [length, Buffer.from(text ?? '')];
  });
  return message('D', Buffer.concat([count, ...columns]));
}

const LONG = 'x'.repeat(300);
const MESSAGES = [
  message('T', Buffer.from('fields')),
  rowMessage(['first', null, '', 'João 💸']),
  rowMessage([LONG]),
  message('N', Buffer.from('a notice between rows')),
  rowMessage([]),
  rowMessage(['last']),
  message('C', Buffer.from('SELECT 4\0')),
  message('Z', Buffer.from('I')),
];
const RECEIVED = Buffer.concat(MESSAGES);

/**
 * Everything that is passed on when the bytes arrive in parts: rows, and texts of other messages.
 */
function handedOn(parts: readonly Buffer[]): unknown[] {
  const row = new RawRow();
  const found: unknown[] = [];
  const split = splitMessages({
    onRow(bytes, from, end) {
      row.begin(bytes, from, end);
      found.push(row.fields);
      row.end();
    },
    onOthers: (bytes) => found.push(...othersIn(bytes)),
  });
  for (const part of parts) split(part);
  return found;
}

/** Other messages come together or one by one, but complete. */
function othersIn(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    assert.ok(end <= bytes.length, 'an incomplete message');
    found.push(bytes.toString('latin1', at, end));
    at = end;
  }
  return found;
}

const EXPECTED = [
  ...othersIn(MESSAGES[0] ?? RECEIVED),
  ['first', null, '', 'João 💸'],
  [LONG],
  ...othersIn(MESSAGES[3] ?? RECEIVED),
  [],
  ['last'],
  ...othersIn(Buffer.concat(MESSAGES.slice(6))),
];

test('messages are handed on complete and in their order, wherever their bytes are parted', () => {
  assert.deepEqual(handedOn([RECEIVED]), EXPECTED);
  for (let first = 0; first <= RECEIVED.length; first += 1) {
    const second = Math.min(RECEIVED.length, first + 7);
    const parts = [
      RECEIVED.subarray(0, first),
      RECEIVED.subarray(first, second),
      RECEIVED.subarray(second),
    ];
    assert.deepEqual(handedOn(parts), EXPECTED, `parted at ${first}`);
  }
  assert.deepEqual(handedOn([...RECEIVED].map((byte) => Buffer.of(byte))), EXPECTED);
});

test('a text is the same in a small and in a large row', () => {
  for (const text of ['', 'plain', 'ç', '💸'.repeat(40), 'y'.repeat(10_000), `${LONG}é`]) {
    for (const others of [[], ['z'.repeat(5_000)]]) {
      assert.deepEqual(handedOn([rowMessage([text, ...others, text])]), [[text, ...others, text]]);
    }
  }
});
