import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { addressKey } from '@tradepost/contracts/values/address';
import { codeIn } from '@tradepost/testing/inbox-client';
import type { Running } from '@tradepost/testing/servers/server-process';

/** What `inboxAt` reads: only people who register look for mails, and theirs are new. */
const mostRemembered = 500;
const codeSubject = /accept a file request/i;

interface ReceivedMail {
  id: string;
  subject: string;
  text: string;
  to: { address: string }[];
}

export interface MailSink extends Running {
  smtpUrl: string;
  /** For `inboxAt`. */
  webUrl: string;
  /** Resolves with the next code to accept a request that is mailed to this address. */
  nextCode(address: string): Promise<string>;
}

/** A minimal mail server: it extracts codes and stores only the newest mails. */
export async function startMailSink(): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  const waiting = new Map<string, (code: string) => void>();
  let received = 0;
  const take = (recipients: string[], data: string) => {
    const mail = mailOf(String((received += 1)), recipients, data);
    mails.push(mail);
    if (mails.length > mostRemembered) mails.shift();
    if (!codeSubject.test(mail.subject)) return;
    for (const address of recipients) {
      waiting.get(addressKey(address))?.(codeIn(mail));
      waiting.delete(addressKey(address));
    }
  };
  const smtp = createServer((socket) => converse(socket, take));
  const web = createHttpServer((request, answer) => {
    const wanted = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to.address');
    const found = wanted === null ? mails : mails.filter(({ to }) => to.some(({ address }) => address === wanted));
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  });
  const [smtpPort, webPort] = [await listening(smtp), await listening(web)];
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    webUrl: `http://127.0.0.1:${webPort}`,
    nextCode: (address) => new Promise((resolve) => waiting.set(addressKey(address), resolve)),
    stop: async () => {
      web.closeAllConnections();
      await Promise.all([smtp, web].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** RFC 5321, without extensions. */
function converse(socket: Socket, take: (recipients: string[], data: string) => void): void {
  let buffered = '';
  let recipients: string[] = [];
  let isData = false;
  const reply = (line: string) => socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') recipients.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
    if (verb === 'MAIL' || verb === 'RSET') recipients = [];
    isData = verb === 'DATA';
    if (verb === 'QUIT') return void socket.end('221 Bye\r\n');
    reply(isData ? '354 Go on' : '250 OK');
  };
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.on('data', (piece: string) => {
    buffered += piece;
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n';
      const at = buffered.indexOf(end);
      if (at < 0) return;
      const text = buffered.slice(0, at);
      buffered = buffered.slice(at + end.length);
      if (!isData) {
        command(text);
        continue;
      }
      isData = false;
      take(recipients, text);
      reply('250 Stored');
    }
  });
  reply('220 sink');
}

/** Codes and links are in the first part, which is plain text. */
function mailOf(id: string, recipients: string[], data: string): ReceivedMail {
  const subject = /^subject: (.*)$/im.exec(data)?.[1]?.trim() ?? '';
  const from = data.search(/^content-type: text\/plain/im);
  const body = data.slice(data.indexOf('\r\n\r\n', from) + 4);
  const text = body.slice(0, body.search(/\r\n--/) + 1 || undefined).replace(/=\r\n/g, '');
  return { id, subject, text, to: recipients.map((address) => ({ address })) };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
