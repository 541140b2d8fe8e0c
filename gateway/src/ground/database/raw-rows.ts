import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { RawRow } from './raw-row.ts';

/** A message begins with its code and its length, which doesn't count the code. */
const CODE_BYTES = 1;
const HEAD_BYTES = 5;
/** The code of a message with a row (PostgreSQL, "Message Formats": DataRow). */
const ROW = 0x44;

interface Attachable {
  attachListeners(stream: EventEmitter): void;
}

/**
 * Makes a connection hand on rows as bytes (`RawRow`, in the event `dataRow`). The driver reads all
 * other messages. By itself it makes a text of each column, whatever the query needs.
 */
export function handOnRawRows(connection: pg.Connection): void {
  const driver = connection as pg.Connection & Attachable;
  const attach = driver.attachListeners.bind(driver);
  const row = new RawRow();
  function attachRaw(stream: EventEmitter): void {
    const others = new EventEmitter();
    attach(others);
    const split = splitMessages({
      onRow(bytes, from, end) {
        row.begin(bytes, from, end);
        driver.emit('dataRow', row);
      },
      onOthers: (bytes) => others.emit('data', bytes),
    });
    stream.on('data', split);
    stream.on('end', () => others.emit('end'));
  }
  driver.attachListeners = attachRaw;
}

export interface MessageHandler {
  /** A row: the number of its columns, and the columns. */
  onRow(bytes: Buffer, from: number, end: number): void;
  /** One or more complete messages that are not rows. */
  onOthers(bytes: Buffer): void;
}

/** Makes the function that takes bytes as they arrive, and hands on messages in their order. */
export function splitMessages({ onRow, onOthers }: MessageHandler): (received: Buffer) => void {
  /** The parts of a message that is not complete. */
  let parts: Buffer[] = [];
  let partBytes = 0;

  function keep(part: Buffer): void {
    parts.push(part);
    partBytes += part.length;
  }

  /** Hands on the complete messages; keeps the rest. */
  function handOn(bytes: Buffer): void {
    let at = 0;
    let othersFrom = 0;
    while (at + HEAD_BYTES <= bytes.length) {
      const end = at + CODE_BYTES + bytes.readUInt32BE(at + CODE_BYTES);
      if (end > bytes.length) break;
      if (bytes[at] === ROW) {
        if (othersFrom < at) onOthers(bytes.subarray(othersFrom, at));
        onRow(bytes, at + HEAD_BYTES, end);
        othersFrom = end;
      }
      at = end;
    }
    if (othersFrom < at) onOthers(bytes.subarray(othersFrom, at));
    if (at < bytes.length) keep(bytes.subarray(at));
  }

  /** Continues an incomplete message. Only this message is copied, not the bytes behind it. */
  function complete(received: Buffer): void {
    const before = partBytes;
    keep(received);
    if (partBytes < HEAD_BYTES) return;
    const head = Buffer.concat(parts.slice(0, HEAD_BYTES), HEAD_BYTES);
    const length = CODE_BYTES + head.readUInt32BE(CODE_BYTES);
    if (partBytes < length) return;
    const message = Buffer.concat(parts, length);
    parts = [];
    partBytes = 0;
    handOn(message);
    handOn(received.subarray(length - before));
  }

  return (received) => (partBytes > 0 ? complete(received) : handOn(received));
}
