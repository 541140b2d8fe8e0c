import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Cleanup } from './cleanup.ts';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const NXDOMAIN = 3;

/** A DNS server on loopback over UDP. A test decides its answers, or that it is silent. */
export interface NameServer {
  /** With its port, as DNS_SERVERS takes it. */
  readonly address: string;
  /** The names of all queries so far, one entry for each query. */
  readonly asked: readonly string[];
  /** Sets the answers: IPv4 addresses, an empty list for NXDOMAIN, or undefined for silence. */
  answerWith(answer: (name: string) => readonly string[] | undefined): void;
}

/** Starts a DNS server that is silent until the test sets an answer. */
export async function startNameServer(context: Cleanup): Promise<NameServer> {
  const asked: string[] = [];
  let answer = (_name: string): readonly string[] | undefined => undefined;
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const addresses = answer(name);
    if (addresses === undefined) return;
    socket.send(
      answerTo(query.subarray(0, end), type === TYPE_A ? addresses : [], addresses),
      from.port,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  context.after(() => void socket.close());
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    answerWith: (next) => {
      answer = next;
    },
  };
}

/** RFC 1035, section 4.1.2: the labels of the name, then type and class, 16 bits each. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The question again with an A record for each address; no address at all is NXDOMAIN. */
function answerTo(question: Buffer, records: readonly string[], known: readonly string[]): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180 | (known.length === 0 ? NXDOMAIN : 0), 2);
  header.writeUInt16BE(records.length, 6);
  // No authority and no additional records, whatever the query had.
  header.fill(0, 8);
  const resources = records.map((address) =>
    // A pointer to the name, type A, class IN, TTL 0, four bytes.
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...resources]);
}
