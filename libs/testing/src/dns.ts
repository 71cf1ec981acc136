import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const [headerBytes, typeTxt, classIn] = [12, 16, 1];
const [answered, noSuchName] = [0x8580, 0x8583];

export interface DnsServer {
  /** For `DNS_SERVERS`. */
  address: string;
  /** TXT records by domain; a domain without an entry does not exist. */
  txt: Map<string, string[]>;
  stop(): void;
}

/** The name in a question, and where its type begins. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  while (query[at]) {
    const length = query[at]!;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function txtAnswer(text: string): Buffer {
  const data = Buffer.from(text);
  const fixed = Buffer.alloc(13);
  // the name of the question, by its offset
  fixed.writeUInt16BE(0xc000 | headerBytes, 0);
  fixed.writeUInt16BE(typeTxt, 2);
  fixed.writeUInt16BE(classIn, 4);
  fixed.writeUInt16BE(data.length + 1, 10);
  fixed.writeUInt8(data.length, 12);
  return Buffer.concat([fixed, data]);
}

/** A DNS server on this machine that answers TXT questions. */
export async function startDns(): Promise<DnsServer> {
  const txt = new Map<string, string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameIn(query);
    const known = txt.get(name);
    const answers = query.readUInt16BE(end) === typeTxt ? (known ?? []) : [];
    const header = Buffer.alloc(headerBytes);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(known ? answered : noSuchName, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(
      Buffer.concat([header, query.subarray(headerBytes, end + 4), ...answers.map(txtAnswer)]),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, txt, stop: () => socket.close() };
}
